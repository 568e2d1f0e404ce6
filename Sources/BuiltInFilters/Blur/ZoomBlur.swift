import CoreImageEssentials
import Foundation
import ImageGraph

/// An image blurred along the rays from a point, as if the camera had zoomed.
///
/// Pixel p is the weighted mean of the premultiplied linear working-space image at `c + (p − c) · k`, where c is the
/// centre and k runs from 1 to `q = 0.98^amount`. At the share t of the way from 1 to q the weight is
/// `1 − 0.47 · (2t − 1)²`. Positive amounts spread the image outwards, negative ones inwards. Pixels outside the image
/// are transparent. The extent is the smallest one around the image and the image enlarged to 1/q about the centre.
/// Amounts are clamped to ±300; ones that aren't finite, or are smaller than 0.005, count as 0.
///
/// Source: fitted to a published render of Core Image (amount 30: mean difference 1/255, the same extent). How the
/// length depends on the amount is a guess based on that one value.
class ZoomBlur: CIFilter, CIZoomBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIZoomBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs along the rays from a point.", status: .fitted(mean: 0.51, percentile99: 2))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 20, slider: -200...200, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var amount: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (center, amount) = (center, min(max(Double(amount), -300), 300))
        if abs(amount) < 0.005 || inputImage.extent.isNull { return inputImage }
        let last = pow(0.98, amount)
        let counts = Self.counts(for: inputImage.extent, center: center, last: last)
        // Positions on a ray are at integer powers of one factor. Each sum averages the positions between two positions
        // of the next sum, so that few samples per sum cover all of them.
        var (image, step) = (inputImage.node, pow(last, 1 / Double(counts.reduce(1, *))))
        for (index, count) in counts.enumerated() {
            let isLast = index == counts.count - 1
            let taps =
                isLast
                ? Self.weighted(count: count, ratio: step, last: last)
                // The first sum's positions are in the middle of the part that each stands for; later ones are at its
                // start.
                : Self.even(count: count, ratio: step, first: index == 0 ? step.squareRoot() : 1)
            step = pow(step, Double(count))
            image = .native(
                ScaledSum(name: "zoom blur", input: image, center: center, taps: taps),
                extent: Self.spread(inputImage.extent, center, 1 / (isLast ? last : step)))
        }
        return inputImage.mapNode { _ in image }
    }

    /// Returns taps of equal weight.
    private static func even(count: Int, ratio: Double, first: Double) -> [ScaledSum.Tap] {
        (0..<count).map { .init(scale: first * pow(ratio, Double($0)), weight: 1 / Float(count)) }
    }

    /// Returns the taps with the filter's weights, from the start of a ray to its end.
    private static func weighted(count: Int, ratio: Double, last: Double) -> [ScaledSum.Tap] {
        let scales = (0..<count).map { pow(ratio, Double($0)) }
        let weights = scales.map { scale in
            let place = 2 * (1 - scale * ratio.squareRoot()) / (1 - last) - 1
            // Positions at powers are closer to each other near the centre.
            return (1 - 0.47 * place * place) * scale
        }
        let total = weights.reduce(0, +)
        return zip(scales, weights).map { .init(scale: $0, weight: Float($1 / total)) }
    }

    // Below this number of positions two sums are used, above it three.
    private static let fewPlaces = 100.0

    /// Returns the number of positions that each sum reads. Their product leaves a pixel and a half between
    /// positions at the image's edge. The last sum, which applies the weights, reads enough positions for smooth
    /// weights.
    private static func counts(for extent: CGRect, center: CGPoint, last: Double) -> [Int] {
        let far =
            extent.isInfinite
            ? 2000
            : max(
                abs(extent.minX - center.x), abs(extent.maxX - center.x), abs(extent.minY - center.y),
                abs(extent.maxY - center.y))
        let places = min(abs(log(last)) * Double(far) / 1.5, 4096)
        if places < fewPlaces {
            let count = max(8, Int(places.squareRoot().rounded(.up)))
            return [count, count]
        }
        let weighted = pow(places, 0.4).rounded(.up)
        let between = Int((places / weighted).squareRoot().rounded(.up))
        return [between, between, Int(weighted)]
    }

    /// Returns a rectangle of whole pixels around a rectangle and its image under a scaling about the centre.
    private static func spread(_ rect: CGRect, _ center: CGPoint, _ scale: Double) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        let scaled = CGRect(
            x: center.x + (rect.minX - center.x) * scale, y: center.y + (rect.minY - center.y) * scale,
            width: rect.width * scale, height: rect.height * scale)
        return rect.union(scaled).integral
    }
}

/// Inputs of the zoom blur.
public protocol CIZoomBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// The point that stays sharp, in working space.
    var center: CGPoint { get set }
    /// Strength of the zoom: 0 changes nothing, positive amounts spread the image outwards, negative ones towards the
    /// centre.
    var amount: Float { get set }
}

extension CIFilter {
    /// A filter that blurs along the rays from a point.
    public class func zoomBlur() -> any CIFilter & CIZoomBlur { registered(ZoomBlur()) }
}

extension ZoomBlur: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 amount=10") }
}
