import Foundation

/// The time of a transition: from 0, the source alone, to 1, the target alone.
///
/// Times below 0 or that aren't numbers count as 0, times above 1 as 1. What a transition does beyond the rectangle that it is made for, and light that both images lack, comes and goes in the
/// first and last sixteenth.
struct TransitionTime {
    /// From 0 to 1.
    let value: CGFloat

    init(_ time: Float) { value = time.isNaN ? 0 : CGFloat(min(max(time, 0), 1)) }

    /// 1 at the beginning, 0 after a sixteenth.
    var beginning: CGFloat { max(1 - 16 * value, 0) }

    /// 0 until the last sixteenth, 1 at the end.
    var ending: CGFloat { max(16 * value - 15, 0) }

    /// 0 at the beginning and at the end, 1 in the fourteen sixteenths between.
    var between: CGFloat { 1 - max(beginning, ending) }

    /// The source at the beginning and the target at the end, in the extent of both; nil between.
    func only(_ source: CIImage, _ target: CIImage) -> CIImage? {
        guard value == 0 || value == 1 else { return nil }
        return DissolveTransition.kernel?.apply(
            extent: source.extent.union(target.extent), arguments: [source, target, Float(value)])
    }

    /// The greatest distance from a point to a corner of `extent`, which grows in the last sixteenth until it reaches the corners of `images` too, so that what spreads as
    /// far as this has covered them in the end. Images without end don't count.
    func reach(from center: CGPoint, over extent: CGRect, images: CGRect) -> CGFloat {
        let distance = { (corners: [CGPoint]) in corners.map { hypot($0.x - center.x, $0.y - center.y) }.max() ?? 0 }
        let own = distance(extent.boundedCorners)
        guard !images.isInfinite, !images.isNull else { return own }
        return own + max(distance(images.boundedCorners) - own, 0) * ending
    }
}
