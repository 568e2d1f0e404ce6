import CoreImageEssentials
import Foundation

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

    // Sample positions on a ray are at integer powers of one factor. Each kernel averages the positions between two
    // positions of the next kernel, so that few samples per kernel cover all of them.
    private static let kernels = (
        between: CIKernel(
            """
            kernel vec4 zoomBetween(sampler image, vec2 center, float first, float ratio, float count) {
                vec2 offset = (destCoord() - center) * first;
                vec4 sum = vec4(0.0);
                for (int i = 0; i < int(count); i++) {
                    sum += sample(image, samplerTransform(image, center + offset));
                    offset *= ratio;
                }
                return sum / count;
            }
            """),
        weighted: CIKernel(
            """
            kernel vec4 zoomWeighted(sampler image, vec2 center, float ratio, float count, float last) {
                vec2 offset = destCoord() - center;
                float scale = 1.0;
                float middle = sqrt(ratio);
                vec4 sum = vec4(0.0);
                float total = 0.0;
                for (int i = 0; i < int(count); i++) {
                    float place = 2.0 * (1.0 - scale * middle) / (1.0 - last) - 1.0;
                    float weight = (1.0 - 0.47 * place * place) * scale;
                    sum += weight * sample(image, samplerTransform(image, center + offset * scale));
                    total += weight;
                    scale *= ratio;
                }
                return sum / total;
            }
            """)
    )

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (center, amount) = (center, min(max(Double(amount), -300), 300))
        if abs(amount) < 0.005 || inputImage.extent.isNull { return inputImage }
        let last = pow(0.98, amount)
        let counts = Self.counts(for: inputImage.extent, center: center, last: last)
        let point = CIVector(cgPoint: center)
        var (image, step) = (inputImage, pow(last, 1 / Double(counts.reduce(1, *))))
        for (index, count) in counts.dropLast().enumerated() {
            // The first kernel's positions are in the middle of the part that each stands for; later ones are at its
            // start.
            let (ratio, first) = (step, index == 0 ? step.squareRoot() : 1)
            step = pow(step, Double(count))
            image = Self.kernels.between.apply(
                to: image, extent: Self.spread(inputImage.extent, center, 1 / step),
                region: CIKernelRegion { [step] in Self.spread($1, center, step) }, point, first, ratio, count)
        }
        return Self.kernels.weighted.apply(
            to: image, extent: Self.spread(inputImage.extent, center, 1 / last),
            region: CIKernelRegion { Self.spread($1, center, last) }, point, step, counts.last ?? 1, last)
    }

    // Below this number of positions two kernels are used, above it three.
    private static let fewPlaces = 100.0

    /// Returns the number of positions that each kernel reads. Their product leaves a pixel and a half between
    /// positions at the image's edge. The last kernel, which applies the weights, reads enough positions for smooth
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
