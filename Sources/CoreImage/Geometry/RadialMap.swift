import Foundation

/// A warp that moves points along the lines through a centre: the pixel at distance d from the centre shows what the source has at d · factor(d).
///
/// The range of the factor is what the exact regions below rest on.
struct RadialMap {
    /// The point that stays.
    let center: CGPoint
    /// Source distance divided by destination distance.
    let factor: @Sendable (_ distance: CGFloat) -> CGFloat
    /// Least and greatest factor, or the other way round, between two distances.
    let factors: @Sendable (_ nearest: CGFloat, _ farthest: CGFloat) -> (CGFloat, CGFloat)

    /// A map whose factor rises or falls with the distance, but does not do both.
    init(center: CGPoint, factor: @escaping @Sendable (_ distance: CGFloat) -> CGFloat) {
        self.init(center: center, factor: factor) { (factor($0), factor($1)) }
    }

    /// A map whose factor may rise and fall, with its range between two distances.
    init(
        center: CGPoint, factor: @escaping @Sendable (_ distance: CGFloat) -> CGFloat,
        factors: @escaping @Sendable (_ nearest: CGFloat, _ farthest: CGFloat) -> (CGFloat, CGFloat)
    ) {
        (self.center, self.factor, self.factors) = (center, factor, factors)
    }

    /// The smallest rectangle around the source points of all points in `rect`.
    func source(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        let x = (rect.minX - center.x, rect.maxX - center.x)
        let y = (rect.minY - center.y, rect.maxY - center.y)
        let nearest = hypot(Self.nearestToZero(x), Self.nearestToZero(y))
        let farthest = hypot(max(abs(x.0), abs(x.1)), max(abs(y.0), abs(y.1)))
        let factors = factors(nearest, farthest)
        let (left, right) = Self.product(x, factors)
        let (bottom, top) = Self.product(y, factors)
        return CGRect(x: center.x + left, y: center.y + bottom, width: right - left, height: top - bottom)
    }

    /// A rectangle around the destination points of all points in `rect`.
    ///
    /// - Parameter destination: the distance at which the source distance it is given is shown.
    func destination(of rect: CGRect, at destination: (_ distance: CGFloat) -> CGFloat) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        // Of the points on an edge the one nearest to the centre moves by the largest factor, and so farthest along the edge's normal.
        func outermost(_ offset: CGFloat) -> CGFloat {
            max(offset, offset < 0 ? -destination(-offset) : destination(offset))
        }
        let left = center.x - outermost(center.x - rect.minX)
        let right = center.x + outermost(rect.maxX - center.x)
        let bottom = center.y - outermost(center.y - rect.minY)
        let top = center.y + outermost(rect.maxY - center.y)
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    private static func nearestToZero(_ interval: (CGFloat, CGFloat)) -> CGFloat {
        interval.0 <= 0 && interval.1 >= 0 ? 0 : min(abs(interval.0), abs(interval.1))
    }

    /// The range of the products of numbers in two ranges.
    private static func product(_ a: (CGFloat, CGFloat), _ b: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
        let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1]
        return (products.min() ?? 0, products.max() ?? 0)
    }
}
