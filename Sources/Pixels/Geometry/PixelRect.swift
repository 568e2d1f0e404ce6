import Foundation

/// A rectangle of whole pixels in working space. The origin is bottom left; pixel (x, y) covers [x, x+1) × [y, y+1).
public struct PixelRect: Hashable, Sendable {
    /// Left edge.
    public var x: Int
    /// Bottom edge.
    public var y: Int
    /// Number of columns, never negative.
    public var width: Int
    /// Number of rows, never negative.
    public var height: Int

    /// Creates a rectangle. A negative width or height becomes 0.
    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, Swift.max(0, width), Swift.max(0, height))
    }

    /// The largest magnitude of coordinates of a rectangle made by `init(enclosing:)`; larger ones are clamped to it.
    package static let coordinateLimit = 1 << 40

    /// A rectangle without pixels.
    package static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// Creates the smallest pixel rectangle around `rect`. A null rectangle becomes empty; coordinates are clamped to
    /// `coordinateLimit`.
    ///
    /// An edge less than 1/1024 pixel beyond a whole coordinate is rounded to it, so that rounding errors in chains of
    /// transforms add no row or column.
    package init(enclosing rect: CGRect) {
        guard !rect.isNull, !(rect.width <= 0), !(rect.height <= 0) else {
            self = .empty
            return
        }
        let slack: CGFloat = 1.0 / 1024
        let left = Self.whole((rect.minX + slack).rounded(.down))
        let bottom = Self.whole((rect.minY + slack).rounded(.down))
        let right = Self.whole((rect.maxX - slack).rounded(.up))
        let top = Self.whole((rect.maxY - slack).rounded(.up))
        self.init(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    private static func whole(_ value: CGFloat) -> Int {
        let limit = CGFloat(coordinateLimit)
        return value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -limit), limit))
    }

    /// One past the right edge.
    @inlinable package var maxX: Int { x + width }
    /// One past the top edge.
    @inlinable package var maxY: Int { y + height }
    /// Whether the rectangle contains no pixels.
    @inlinable package var isEmpty: Bool { width == 0 || height == 0 }
    /// Number of pixels; `Int.max` on overflow.
    package var area: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? Int.max : product
    }
    /// The same rectangle in floating point.
    public var cgRect: CGRect { CGRect(x: CGFloat(x), y: CGFloat(y), width: CGFloat(width), height: CGFloat(height)) }

    /// Returns the pixels that are in both rectangles.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = Swift.max(x, other.x)
        let bottom = Swift.max(y, other.y)
        let right = Swift.min(maxX, other.maxX)
        let top = Swift.min(maxY, other.maxY)
        guard right > left, top > bottom else { return .empty }
        return PixelRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// Returns the smallest rectangle around both. An empty one is ignored.
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = Swift.min(x, other.x)
        let bottom = Swift.min(y, other.y)
        return PixelRect(
            x: left, y: bottom, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - bottom)
    }

    /// Returns the rectangle grown by `margin` pixels on every side.
    package func outset(by margin: Int) -> PixelRect {
        PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// Whether every pixel of `other` is in this rectangle.
    package func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
    }
}
