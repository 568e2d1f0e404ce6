import CoreImageEssentials
import Foundation

/// The line segment between two points, and its distances to rectangles.
struct LozengeAxis {
    let start: CGPoint
    let end: CGPoint

    /// The bounding rectangle of the segment.
    var bounds: CGRect {
        CGRect(
            x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x), height: abs(end.y - start.y))
    }

    /// Returns a rectangle that contains the segment's points nearest to the points of `rect`.
    func nearest(to rect: CGRect) -> CGRect {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let square = x * x + y * y
        guard square > 0 else { return CGRect(origin: start, size: .zero) }
        let parts = [rect.minX, rect.maxX].flatMap { left in
            [rect.minY, rect.maxY].map { ((left - start.x) * x + ($0 - start.y) * y) / square }
        }
        let (first, last) = (min(max(parts.min() ?? 0, 0), 1), min(max(parts.max() ?? 1, 0), 1))
        return LozengeAxis(
            start: CGPoint(x: start.x + first * x, y: start.y + first * y),
            end: CGPoint(x: start.x + last * x, y: start.y + last * y)
        ).bounds
    }

    /// Returns bounds of the distances between points of two rectangles.
    static func distances(from a: CGRect, to b: CGRect) -> (near: CGFloat, far: CGFloat) {
        let gap = (max(b.minX - a.maxX, a.minX - b.maxX, 0), max(b.minY - a.maxY, a.minY - b.maxY, 0))
        let span = (max(b.maxX - a.minX, a.maxX - b.minX), max(b.maxY - a.minY, a.maxY - b.minY))
        return (hypot(gap.0, gap.1), hypot(span.0, span.1))
    }

    /// Returns a rectangle that contains the points on the way from any point of `a` to any point of `b`, starting at
    /// the fraction `part` of the way.
    static func between(_ a: CGRect, _ b: CGRect, from part: CGFloat) -> CGRect {
        func mix(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x + (y - x) * part }
        let (left, bottom) = (min(mix(a.minX, b.minX), b.minX), min(mix(a.minY, b.minY), b.minY))
        let (right, top) = (max(mix(a.maxX, b.maxX), b.maxX), max(mix(a.maxY, b.maxY), b.maxY))
        let margin: CGFloat = 1.0 / 16
        return CGRect(
            x: left - margin, y: bottom - margin, width: right - left + 2 * margin, height: top - bottom + 2 * margin)
    }
}

extension CGRect {
    /// Returns this extent, extended by the part of a lens's bounding box that can show it if points are moved by up to
    /// `distance`.
    func grown(into box: CGRect, by distance: CGFloat) -> CGRect {
        if isNull || isInfinite || isEmpty { return self }
        return safeUnion(insetBy(dx: -distance, dy: -distance).safeIntersection(box))
    }
}
