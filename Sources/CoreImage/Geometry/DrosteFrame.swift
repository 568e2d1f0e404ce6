import Foundation

/// A picture frame that contains itself: a rectangle in an image, and the larger one of the same shape around it that is shown in it.
struct DrosteFrame {
    /// The point that shrinking leaves where it is.
    let fixedPoint: CGPoint
    /// By how much the picture shrinks from one level to the next, between 0 and 1.
    let ratio: CGFloat
    /// Distances of the inner rectangle's left, lower, right and upper side from the fixed point.
    let sides: (left: CGFloat, bottom: CGFloat, right: CGFloat, top: CGFloat)
    /// The outer rectangle.
    let outer: CGRect

    /// The largest outer rectangle inside `whole`, which holds `inner`; nil where there is no room around it, or the inner one has no area.
    ///
    /// Where `whole` has another shape, as much of it is left out on either side as lies the inner one nearer to it.
    init?(inner: CGRect, in whole: CGRect) {
        let ratio = max(inner.width / whole.width, inner.height / whole.height)
        guard inner.width > 0, inner.height > 0, ratio < 0.999, ratio > 1e-6 else { return nil }
        func start(_ low: CGFloat, _ length: CGFloat, _ wholeLow: CGFloat, _ wholeLength: CGFloat) -> CGFloat {
            wholeLow + (wholeLength - length / ratio) * (low - wholeLow) / (wholeLength - length)
        }
        let size = CGSize(width: inner.width / ratio, height: inner.height / ratio)
        let corner = CGPoint(
            x: start(inner.minX, inner.width, whole.minX, whole.width),
            y: start(inner.minY, inner.height, whole.minY, whole.height))
        outer = CGRect(origin: corner, size: size)
        fixedPoint = CGPoint(
            x: (inner.minX - ratio * corner.x) / (1 - ratio), y: (inner.minY - ratio * corner.y) / (1 - ratio))
        self.ratio = ratio
        // A fixed point on a side would be a side without a length, which nothing can be compared with.
        let least = CGPoint(x: inner.width * 1e-3, y: inner.height * 1e-3)
        sides = (
            max(fixedPoint.x - inner.minX, least.x), max(fixedPoint.y - inner.minY, least.y),
            max(inner.maxX - fixedPoint.x, least.x), max(inner.maxY - fixedPoint.y, least.y)
        )
    }
}
