import CoreImageEssentials
import Foundation

/// The taller of two images unfolds out of the shorter one, or folds up into it, in horizontal pleats, while they fade
/// into each other.
///
/// Both images have the same base, and their middles are aligned; neither is scaled. The difference in height lies in
/// pleats, twice as many as there are folds, from `bottomHeight` above the base. o is how far they are open: the time
/// if the target is taller, otherwise one minus the time. Pleats of the length L are o · L tall. The shorter image
/// shows its row at `bottomHeight` in their place. The crease between the two halves of a fold is farther away: up to
/// it, the picture narrows to `1 / (1 + u (1 − o) L / w)` about the middle, with u from 0 at an outer crease to 1 and w
/// the mean of both widths. A pleat darkens upwards, to `1 − foldShadowAmount · (1 − o)`. The images are mixed as in
/// the dissolve. That reproduces a picture that Core Image made with a mean error of 0.3 of 255 before rounding; that
/// its 1250 pixels of depth are the mean width is ours.
///
/// Bilinear sampling of premultiplied linear pixels. To avoid blurring, the images' heights and positions are rounded
/// to whole pixels; base and middle move from the source's to the target's with the time. Times count as in the
/// dissolve: at 0 the result is the source, at 1 the target. Numbers that aren't finite count as their defaults, the
/// number of folds is rounded and clamped to 1…50, and the bottom is clamped to the shorter image. Images of the same
/// height, and infinite or empty ones, are only mixed.
class AccordionFoldTransition: CIFilter, CIAccordionFoldTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAccordionFoldTransition", categories: [.transition, .highDynamicRange, .video], kind: .transition,
            summary: "Unfolds an image out of another in pleats, or folds it up.",
            status: .fitted(mean: 0.45, percentile99: 5))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: 0, min: 0, nonFinite: 0, type: kCIAttributeTypeDistance) var bottomHeight: Float
    @CIInput(default: 3, range: 1...50, slider: 1...10, nonFinite: 3, name: "Number of Folds") var numberOfFolds: Float
    @CIInput(default: 0.1, range: 0...1, slider: 0...1, nonFinite: 0.1) var foldShadowAmount: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 pleats(
            sampler tall, sampler low, float share, vec2 base, float bottom, float open, float folded, float folds,
            float depth, float shade
        ) {
            vec2 d = destCoord() - base;
            float height = d.y - bottom;
            float pleated = clamp(height, 0.0, open);
            float count = height > 0.0 && height < open ? 2.0 * folds * pleated / open : 0.0;
            float rise = fract(count);
            float way = mod(floor(count), 2.0) < 0.5 ? rise : 1.0 - rise;
            float x = base.x + d.x * (1.0 + depth * way);
            float below = base.y + d.y - pleated;
            float hidden = height < open ? folded * pleated / max(open, 1.0) : folded;
            vec4 unfolded = sample(tall, samplerTransform(tall, vec2(x, below + hidden)));
            vec4 other = sample(low, samplerTransform(low, vec2(x, below)));
            vec4 color = mix(other, unfolded, share);
            return vec4(color.rgb * (1.0 - shade * rise), color.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time).value
        if time == 0 { return inputImage }
        if time == 1 { return targetImage }
        guard Self.hasEdges(inputImage.extent), Self.hasEdges(targetImage.extent) else {
            return DissolveTransition.kernel.apply(
                extent: inputImage.extent.safeUnion(targetImage.extent), arguments: [inputImage, targetImage, time])
        }
        let (source, target) = placed(inputImage, targetImage, time: time)
        let rises = target.extent.height > source.extent.height
        let (tall, low) = rises ? (target, source) : (source, target)
        return unfolded(tall, over: low, share: rises ? time : 1 - time)
    }

    /// Returns both images, moved to a common base and middle.
    private func placed(_ source: CIImage, _ target: CIImage, time: CGFloat) -> (source: CIImage, target: CIImage) {
        let whole = CGPoint(
            x: (target.extent.midX - source.extent.midX).rounded(),
            y: (target.extent.minY - source.extent.minY).rounded())
        let (x, y) = ((whole.x * time).rounded(), (whole.y * time).rounded())
        return (
            source.transformed(by: CGAffineTransform(translationX: x, y: y)),
            target.transformed(by: CGAffineTransform(translationX: x - whole.x, y: y - whole.y))
        )
    }

    /// Returns the taller image over the other. `share` is both how far its pleats are open and its opacity.
    private func unfolded(_ tall: CIImage, over low: CIImage, share: CGFloat) -> CIImage {
        let (frame, shorter) = (tall.extent, low.extent)
        let folded = frame.height - shorter.height
        let open = (folded * share).rounded()
        let folds = CGFloat(min(max(numberOfFolds, 1), 50)).rounded()
        let bottom = min(max(CGFloat(bottomHeight), 0), shorter.height)
        let depth = (1 - share) * folded / (folds * (frame.width + shorter.width))
        let base = CGPoint(x: frame.midX, y: frame.minY)
        let region = CIKernelRegion { index, rect in
            if rect.isInfinite || rect.isNull { return rect }
            /// Returns where the image is read for a height above the base.
            func place(_ height: CGFloat) -> CGFloat {
                let pleated = min(max(height - bottom, 0), open)
                let hidden = height - bottom < open ? folded * pleated / max(open, 1) : folded
                return base.y + height - pleated + (index == 0 ? hidden : 0)
            }
            let (lower, upper) = (place(rect.minY - base.y), place(rect.maxY - base.y))
            let xs = [rect.minX, rect.maxX].flatMap { [$0, $0 + ($0 - base.x) * depth] }
            let (left, right) = (xs.min() ?? rect.minX, xs.max() ?? rect.maxX)
            return CGRect(x: left, y: lower, width: right - left, height: upper - lower).insetBy(dx: -1, dy: -1)
        }
        let span = frame.safeUnion(CGRect(x: shorter.minX, y: frame.minY, width: shorter.width, height: frame.height))
        let shade = CGFloat(min(max(foldShadowAmount, 0), 1)) * (1 - share)
        return Self.kernel.apply(
            to: tall, extent: CGRect(x: span.minX, y: frame.minY, width: span.width, height: shorter.height + open),
            region: region, low, share, CIVector(cgPoint: base), bottom, open, folded, folds, depth, shade)
    }

    private static func hasEdges(_ extent: CGRect) -> Bool {
        guard !extent.isNull, !extent.isEmpty, !extent.isInfinite else { return false }
        return [extent.minX, extent.minY, extent.maxX, extent.maxY].allSatisfy { abs($0) < Quadrilateral.limit }
    }
}

/// Inputs of the accordion fold.
public protocol CIAccordionFoldTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The place where the pleats begin, in pixels above the images' lower edge, 0 or more.
    var bottomHeight: Float { get set }
    /// Number of folds, of two pleats each, 1 to 50.
    var numberOfFolds: Float { get set }
    /// How dark the pleats get, 0 to 1.
    var foldShadowAmount: Float { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
}

extension CIFilter {
    /// A filter that unfolds an image out of another in pleats, or folds it up.
    public class func accordionFoldTransition() -> any CIFilter & CIAccordionFoldTransition {
        registered(AccordionFoldTransition())
    }
}

extension AccordionFoldTransition: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // Only the rows by which one picture is taller than the other are folded.
        .init { "Crop rectangle=0,0,320,90, AccordionFoldTransition bottomHeight=30 foldShadowAmount=0.7 time=\($0)" }
    }
}
