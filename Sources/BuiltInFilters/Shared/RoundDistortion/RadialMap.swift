import CoreImageEssentials
import Foundation

/// A warp along the lines through a centre: the pixel at distance d shows the source at distance d · factor(d).
///
/// The regions are computed from the range of the factor.
struct RadialMap {
    /// The point that isn't moved.
    let center: CGPoint
    /// The source distance divided by the pixel's distance.
    let factor: @Sendable (_ distance: CGFloat) -> CGFloat
    /// Returns the minimum and maximum factor, in any order, between two distances.
    let factors: @Sendable (_ nearest: CGFloat, _ farthest: CGFloat) -> (CGFloat, CGFloat)

    /// Creates a map whose factor is a monotonic function of the distance.
    init(center: CGPoint, factor: @escaping @Sendable (_ distance: CGFloat) -> CGFloat) {
        self.init(center: center, factor: factor) { (factor($0), factor($1)) }
    }

    /// Creates a map whose factor isn't monotonic, with a function for its range between two distances.
    init(
        center: CGPoint, factor: @escaping @Sendable (_ distance: CGFloat) -> CGFloat,
        factors: @escaping @Sendable (_ nearest: CGFloat, _ farthest: CGFloat) -> (CGFloat, CGFloat)
    ) {
        (self.center, self.factor, self.factors) = (center, factor, factors)
    }

    /// Returns the smallest rectangle that contains the source points of all points in `rect`.
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

    /// Returns a rectangle that contains all points whose source is in `rect`.
    ///
    /// - Parameter destination: Returns the distance at which a source distance is shown.
    func destination(of rect: CGRect, at destination: (_ distance: CGFloat) -> CGFloat) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        // Of the points on an edge, the nearest to the centre is moved by the largest factor, and therefore farthest
        // along the edge's normal.
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

    /// Returns the range of the products of numbers in two ranges.
    private static func product(_ a: (CGFloat, CGFloat), _ b: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
        let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1]
        return (products.min() ?? 0, products.max() ?? 0)
    }
}
