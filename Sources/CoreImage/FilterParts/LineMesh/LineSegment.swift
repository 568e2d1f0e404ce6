import Foundation

/// A straight line from one point to another, in working space.
struct LineSegment: Hashable, Sendable {
    /// Where it begins.
    var start: SIMD2<Double>
    /// Where it ends.
    var end: SIMD2<Double>

    /// The distance from a point to the nearest point of the segment.
    func distance(to point: SIMD2<Double>) -> Double {
        let (line, offset) = (end - start, point - start)
        let square = (line * line).sum()
        let share = square > 0 ? min(max((line * offset).sum() / square, 0), 1) : 0
        let rest = offset - line * share
        return (rest * rest).sum().squareRoot()
    }

    /// The smallest rectangle around the points within `reach` of the segment.
    func bounds(reach: Double) -> CGRect {
        let low = SIMD2(min(start.x, end.x), min(start.y, end.y)) - reach
        let high = SIMD2(max(start.x, end.x), max(start.y, end.y)) + reach
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// The columns in which points of the height y can lie within `reach` of the segment; nil where none can.
    func columns(atHeight y: Double, reach: Double) -> ClosedRange<Double>? {
        guard y >= min(start.y, end.y) - reach, y <= max(start.y, end.y) + reach else { return nil }
        // The part of the segment that is near enough in height has the nearest point of every point that is near enough.
        func place(_ height: Double) -> Double {
            let share = min(max((height - start.y) / (end.y - start.y), 0), 1)
            return share.isNaN ? start.x : start.x + (end.x - start.x) * share
        }
        let sides = start.y == end.y ? (start.x, end.x) : (place(y - reach), place(y + reach))
        return min(sides.0, sides.1) - reach...max(sides.0, sides.1) + reach
    }
}
