import CoreImageEssentials
import Foundation

/// The source is cut into bars, which fly off one after the other and uncover the target.
///
/// The bars are `width` pixels wide, along `angle`, and are numbered in that direction from the first corner of both
/// images' extents. Bar k is moved by `offset · max(q − k, 0)²` pixels, like a falling body, sideways to the right of
/// `angle`, so that each pixel reads the source that far to the left. With the time t and the extents' width w and
/// height h, `q = t · (⌊L / width⌋ + √(H / offset))`, where `L = w · |cos(angle)|` and `H = h / |cos(angle)|` are the
/// lengths of such an extent along the angle, and across it in one bar. If the bars are closer to horizontal, w and h,
/// sine and cosine are exchanged. Bilinear sampling of premultiplied linear pixels; the edges of the moved source are
/// one pixel soft, those between bars are hard.
///
/// Fitted to two pictures that Core Image made: one of 2013, of time 0.5, angle π, width 30 and offset 10, and one of
/// iOS 13, of time 0.607, angle 3, width 60 and offset 1. Both have the formula's q, 13.957 and 38.208, within 0.005,
/// and all bars' moves within a pixel.
///
/// Where the source doesn't cover both extents, empty space flies off with it, so that the source is alone at time 0.
/// Time counts as in the dissolve. Numbers that aren't finite count as their defaults, widths below 2 as 2, offsets
/// below 1 as 1. If an image is infinite, the bars are cut in the other one's extent. The extent is the source's, as in
/// the picture of 2013, whose target is larger.
class BarsSwipeTransition: CIFilter, CIBarsSwipeTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBarsSwipeTransition", categories: [.transition, .highDynamicRange, .video], kind: .transition,
            summary: "Reveals another image by bars that fly off.", status: .fitted(mean: 0.27, percentile99: 5))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: .pi, slider: 0...(2 * Double.pi), identity: 0, nonFinite: .pi, type: kCIAttributeTypeAngle)
    var angle: Float
    @CIInput(default: 30, min: 2, slider: 2...300, nonFinite: 30, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 10, min: 1, slider: 1...100, nonFinite: 10) var barOffset: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 barsSwipe(
            sampler source, sampler target, vec4 sheet, vec2 direction, float first, float width, float lead, float offset,
            float most
        ) {
            vec2 place = destCoord();
            float bar = max(floor((dot(place, direction) - first) / width), 0.0);
            float fall = clamp(lead - bar, 0.0, most);
            vec2 from = place + offset * fall * fall * vec2(-direction.y, direction.x);
            vec2 inside = clamp(min(from - sheet.xy, sheet.zw - from) + 0.5, 0.0, 1.0);
            vec4 revealed = sample(target, samplerCoord(target));
            return mix(revealed, sample(source, samplerTransform(source, from)), inside.x * inside.y);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end.cropped(to: inputImage.extent) }
        let union = inputImage.extent.union(targetImage.extent)
        let sheet = Self.finite(union, inputImage.extent, targetImage.extent).integral
        let bars = Bars(
            sheet: sheet, angle: CGFloat(angle), width: min(max(CGFloat(width), 2), 1e9),
            offset: min(max(CGFloat(barOffset), 1), 1e6), time: time.value)
        return Self.kernel.apply(
            extent: inputImage.extent,
            region: CIKernelRegion { index, rect in index == 0 ? bars.source(of: rect) : rect },
            inputImage, targetImage, CIVector(x: sheet.minX, y: sheet.minY, z: sheet.maxX, w: sheet.maxY),
            CIVector(cgPoint: bars.direction), bars.first, bars.width, bars.lead, bars.offset, bars.most)
    }

    /// Returns the first of some rectangles that has edges.
    private static func finite(_ extents: CGRect...) -> CGRect {
        extents.first { !$0.isInfinite && !$0.isNull && $0.boundedCorners[0] == $0.origin }
            ?? CGRect(x: 0, y: 0, width: 300, height: 300)
    }

    /// The positions of the bars.
    private struct Bars: Sendable {
        let direction: CGPoint
        let (first, width, lead, offset, most): (CGFloat, CGFloat, CGFloat, CGFloat, CGFloat)

        init(sheet: CGRect, angle: CGFloat, width: CGFloat, offset: CGFloat, time: CGFloat) {
            direction = CGPoint(x: cos(angle), y: sin(angle))
            let across = sheet.span(along: CGPoint(x: -direction.y, y: direction.x))
            (first, self.width, self.offset) = (sheet.span(along: direction).first, width, offset)
            let length = max(sheet.width * abs(direction.x), sheet.height * abs(direction.y))
            let height = sheet.width * sheet.height / max(length, 1e-3)
            lead = time * ((length / width).rounded(.down) + (height / offset).squareRoot())
            // A bar moved by a pixel more than the span is out of sight, so longer moves are clamped.
            most = ((across.last - across.first + 2) / offset).squareRoot()
        }

        /// Returns the part of the source that is read for a rectangle.
        func source(of rect: CGRect) -> CGRect {
            let span = rect.span(along: direction)
            let moved = [span.first - 1, span.last + 1].map { place in
                let bar = max(((place - first) / width).rounded(.down), 0)
                let fall = min(max(lead - bar, 0), most)
                let move = offset * fall * fall
                return rect.offsetBy(dx: -direction.y * move, dy: direction.x * move)
            }
            return moved[0].union(moved[1]).insetBy(dx: -2, dy: -2)
        }
    }
}

/// Inputs of the swipe in bars.
public protocol CIBarsSwipeTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The direction in which the bars follow each other, in radians anticlockwise; they fly off at a right angle to
    /// it.
    var angle: Float { get set }
    /// Width of a bar in pixels.
    var width: Float { get set }
    /// Delay of a bar after the previous one.
    var barOffset: Float { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image by bars that fly off.
    public class func barsSwipeTransition() -> any CIFilter & CIBarsSwipeTransition {
        registered(BarsSwipeTransition())
    }
}

extension BarsSwipeTransition: CIFilterExampleProviding {
    static var example: CIFilterExample { .init { "time=\($0)" } }
}
