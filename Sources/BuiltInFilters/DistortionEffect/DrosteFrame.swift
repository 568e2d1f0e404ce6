import CoreImageEssentials
import Foundation

/// The geometry of a picture that contains itself: an inner rectangle of an image, and the larger outer rectangle of
/// the same proportions that is shown in it.
struct DrosteFrame {
    /// The fixed point of the scaling from the outer to the inner rectangle.
    let fixedPoint: CGPoint
    /// The scale from one level to the next, between 0 and 1.
    let ratio: CGFloat
    /// The distances of the inner rectangle's sides from the fixed point.
    let sides: (left: CGFloat, bottom: CGFloat, right: CGFloat, top: CGFloat)
    /// The outer rectangle.
    let outer: CGRect

    /// Creates the largest outer rectangle inside `whole`, which contains `inner`; nil if there is no space around the
    /// inner rectangle, or if it is empty.
    ///
    /// If `whole` has other proportions, the excess is cropped on both sides in proportion to the inner rectangle's
    /// distances from them.
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
        // The distances are divisors, so they must not be 0, even if the fixed point is on a side.
        let least = CGPoint(x: inner.width * 1e-3, y: inner.height * 1e-3)
        sides = (
            max(fixedPoint.x - inner.minX, least.x), max(fixedPoint.y - inner.minY, least.y),
            max(inner.maxX - fixedPoint.x, least.x), max(inner.maxY - fixedPoint.y, least.y)
        )
    }
}
