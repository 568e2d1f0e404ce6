import CoreImageEssentials
import Foundation

/// The time of a transition, from 0, the source alone, to 1, the target alone.
///
/// Times below 0 and NaN count as 0, times above 1 as 1. Effects beyond the rectangle that a transition is made for,
/// and light that neither image has, fade in and out in the first and last sixteenth.
struct TransitionTime {
    /// Time of the transition, from 0 to 1.
    let value: CGFloat

    init(_ time: Float) { value = time.isNaN ? 0 : CGFloat(min(max(time, 0), 1)) }

    /// 1 at the beginning, 0 after a sixteenth.
    var beginning: CGFloat { max(1 - 16 * value, 0) }

    /// 0 until the last sixteenth, 1 at the end.
    var ending: CGFloat { max(16 * value - 15, 0) }

    /// 0 at the beginning and at the end, 1 in the fourteen sixteenths between.
    var between: CGFloat { 1 - max(beginning, ending) }

    /// Returns the source at time 0 and the target at time 1, with the extent of both; nil between.
    func only(_ source: CIImage, _ target: CIImage) -> CIImage? {
        guard value == 0 || value == 1 else { return nil }
        return DissolveTransition.kernel.apply(
            extent: source.extent.union(target.extent), arguments: [source, target, Float(value)])
    }

    /// Returns the greatest distance from a point to a corner of `extent`. In the last sixteenth it grows until it
    /// reaches the corners of `images` too, so that an effect that spreads this far has covered them at the end.
    /// Infinite images are ignored.
    func reach(from center: CGPoint, over extent: CGRect, images: CGRect) -> CGFloat {
        let distance = { (corners: [CGPoint]) in corners.map { hypot($0.x - center.x, $0.y - center.y) }.max() ?? 0 }
        let own = distance(extent.boundedCorners)
        guard !images.isInfinite, !images.isNull else { return own }
        return own + max(distance(images.boundedCorners) - own, 0) * ending
    }
}
