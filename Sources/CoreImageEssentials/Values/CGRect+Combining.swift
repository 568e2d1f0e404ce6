import Foundation

extension CGRect {
    // Foundation's `intersection` and `union` trap on NaN, which clients' rectangles may contain.

    /// Returns the intersection of both rectangles. null if it has no area or an edge is NaN.
    package func safeIntersection(_ other: CGRect) -> CGRect {
        if isNull || other.isNull { return .null }
        let (a, b) = (ordered, other.ordered)
        return Self.spanning(
            max(a.left, b.left), max(a.bottom, b.bottom), min(a.right, b.right), min(a.top, b.top))
    }

    /// Returns the smallest rectangle around both rectangles. A rectangle that is null, has no area or has a NaN edge
    /// is ignored.
    package func safeUnion(_ other: CGRect) -> CGRect {
        if !hasArea { return other.hasArea ? other : .null }
        if !other.hasArea { return self }
        if isInfinite || other.isInfinite { return .infinite }
        let (a, b) = (ordered, other.ordered)
        return Self.spanning(
            min(a.left, b.left), min(a.bottom, b.bottom), max(a.right, b.right), max(a.top, b.top))
    }

    /// The same rectangle with a positive width and height. null if it has no area or an edge is NaN.
    package var normalized: CGRect { safeIntersection(self) }

    /// Whether the rectangle has positive width and height.
    private var hasArea: Bool {
        if isNull { return false }
        let edges = ordered
        return edges.right > edges.left && edges.top > edges.bottom
    }

    /// The edges, with the smaller coordinate first.
    private var ordered: (left: CGFloat, bottom: CGFloat, right: CGFloat, top: CGFloat) {
        let (x, y) = (origin.x + size.width, origin.y + size.height)
        return (
            size.width < 0 ? x : origin.x, size.height < 0 ? y : origin.y, size.width < 0 ? origin.x : x,
            size.height < 0 ? origin.y : y
        )
    }

    private static func spanning(_ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat, _ top: CGFloat) -> CGRect {
        // These comparisons are false for NaN.
        guard right > left, top > bottom else { return .null }
        if left == CGRect.infinite.minX, right == CGRect.infinite.maxX, bottom == CGRect.infinite.minY,
            top == CGRect.infinite.maxY
        {
            return .infinite
        }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
