import CoreImageEssentials
import Foundation

extension CGRect {
    /// The corners, with coordinates clamped to ±10⁹; NaN and infinite coordinates become 0.
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

    /// Returns the range of the rectangle's projection onto a direction.
    func span(along direction: CGPoint) -> (first: CGFloat, last: CGFloat) {
        let places = boundedCorners.map { $0.x * direction.x + $0.y * direction.y }
        return (places.min() ?? 0, places.max() ?? 0)
    }
}
