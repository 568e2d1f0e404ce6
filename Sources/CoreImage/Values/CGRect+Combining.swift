import Foundation

extension CGRect {
    // Foundation's own `intersection` and `union` end the program on NaN, which clients' rectangles may hold.

    /// What both rectangles cover; null where that has no area, and for rectangles that are not numbers.
    package func overlap(_ other: CGRect) -> CGRect {
        if isNull || other.isNull { return .null }
        let (a, b) = (ordered, other.ordered)
        return Self.spanning(
            max(a.left, b.left), max(a.bottom, b.bottom), min(a.right, b.right), min(a.top, b.top))
    }

    /// The smallest rectangle around both; a null one, or one that is not numbers, does not count.
    package func hull(_ other: CGRect) -> CGRect {
        if !hasArea { return other.hasArea ? other : .null }
        if !other.hasArea { return self }
        if isInfinite || other.isInfinite { return .infinite }
        let (a, b) = (ordered, other.ordered)
        return Self.spanning(
            min(a.left, b.left), min(a.bottom, b.bottom), max(a.right, b.right), max(a.top, b.top))
    }

    /// Whether the rectangle has positive width and height.
    private var hasArea: Bool {
        if isNull { return false }
        let edges = ordered
        return edges.right > edges.left && edges.top > edges.bottom
    }

    /// Edges, the smaller before the larger.
    private var ordered: (left: CGFloat, bottom: CGFloat, right: CGFloat, top: CGFloat) {
        let (x, y) = (origin.x + size.width, origin.y + size.height)
        return (
            size.width < 0 ? x : origin.x, size.height < 0 ? y : origin.y, size.width < 0 ? origin.x : x,
            size.height < 0 ? origin.y : y
        )
    }

    private static func spanning(_ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat, _ top: CGFloat) -> CGRect {
        // The comparisons are written so that NaN fails them.
        guard right > left, top > bottom else { return .null }
        if left == CGRect.infinite.minX, right == CGRect.infinite.maxX, bottom == CGRect.infinite.minY,
            top == CGRect.infinite.maxY
        {
            return .infinite
        }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
