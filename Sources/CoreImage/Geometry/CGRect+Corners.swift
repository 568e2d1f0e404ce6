import Foundation

extension CGRect {
    /// The corners, with coordinates up to 10⁹; 0 for those that aren't numbers.
    var boundedCorners: [CGPoint] {
        if isNull { return [.zero] }
        let bounded = { (coordinate: CGFloat) in min(max(coordinate.finite(or: 0), -1e9), 1e9) }
        let (left, right) = (bounded(minX), bounded(maxX))
        let (bottom, top) = (bounded(minY), bounded(maxY))
        return [
            CGPoint(x: left, y: bottom), CGPoint(x: right, y: bottom), CGPoint(x: left, y: top),
            CGPoint(x: right, y: top),
        ]
    }

    /// How far the rectangle goes in a direction, and against it.
    func span(along direction: CGPoint) -> (first: CGFloat, last: CGFloat) {
        let places = boundedCorners.map { $0.x * direction.x + $0.y * direction.y }
        return (places.min() ?? 0, places.max() ?? 0)
    }
}
