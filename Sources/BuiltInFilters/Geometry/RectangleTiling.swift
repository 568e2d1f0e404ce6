import CoreImageEssentials
import Foundation

/// A tiling of the plane by copies of one rectangle.
struct RectangleTiling {
    /// The rectangle that repeats.
    var tile: CGRect

    /// Returns the part of the tile that the points of `rect` are copies of. Along an axis on which `rect` crosses a
    /// boundary between copies, it is the whole tile.
    func part(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return tile }
        let (left, right) = Self.wrapped(rect.minX - tile.minX, rect.maxX - tile.minX, period: tile.width)
        let (bottom, top) = Self.wrapped(rect.minY - tile.minY, rect.maxY - tile.minY, period: tile.height)
        return CGRect(x: tile.minX + left, y: tile.minY + bottom, width: right - left, height: top - bottom)
    }

    private static func wrapped(_ low: CGFloat, _ high: CGFloat, period: CGFloat) -> (CGFloat, CGFloat) {
        let start = (low / period).rounded(.down) * period
        return high - start <= period ? (low - start, high - start) : (0, period)
    }
}
