import CoreImageEssentials
import Foundation

/// A straight line from one point to another, in working space.
struct LineSegment: Hashable, Sendable {
    /// The start point.
    var start: SIMD2<Double>
    /// The end point.
    var end: SIMD2<Double>

    /// Returns the distance from a point to the nearest point of the segment.
    func distance(to point: SIMD2<Double>) -> Double {
        let (line, offset) = (end - start, point - start)
        let square = (line * line).sum()
        let share = square > 0 ? min(max((line * offset).sum() / square, 0), 1) : 0
        let rest = offset - line * share
        return (rest * rest).sum().squareRoot()
    }

    /// Returns the smallest rectangle around the points within `reach` of the segment.
    func bounds(reach: Double) -> CGRect {
        let low = SIMD2(min(start.x, end.x), min(start.y, end.y)) - reach
        let high = SIMD2(max(start.x, end.x), max(start.y, end.y)) + reach
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Returns the range of x in which points at height y can be within `reach` of the segment, or nil if there are
    /// none.
    func columns(atHeight y: Double, reach: Double) -> ClosedRange<Double>? {
        guard y >= min(start.y, end.y) - reach, y <= max(start.y, end.y) + reach else { return nil }
        // The nearest point of every such point is on the part of the segment whose height is within `reach` of y.
        func place(_ height: Double) -> Double {
            let share = min(max((height - start.y) / (end.y - start.y), 0), 1)
            return share.isNaN ? start.x : start.x + (end.x - start.x) * share
        }
        let sides = start.y == end.y ? (start.x, end.x) : (place(y - reach), place(y + reach))
        return min(sides.0, sides.1) - reach...max(sides.0, sides.1) + reach
    }
}
