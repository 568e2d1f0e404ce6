import CoreImageEssentials
import Foundation

/// A warp that rotates points about a centre by an angle that depends on the distance, up to a radius.
struct TurningMap {
    /// The point that isn't moved.
    var center: CGPoint
    /// The radius beyond which points aren't rotated.
    var radius: CGFloat
    /// Returns the angle in radians by which points at a distance are rotated counter-clockwise. It must be a monotonic
    /// function.
    var turn: @Sendable (_ distance: CGFloat) -> CGFloat

    /// Returns a rectangle that contains the source points of all points in `rect`.
    func source(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        var sector = AnnularSector(around: rect, center: center)
        guard sector.distances.near < radius else { return rect }
        let turns = [turn(sector.distances.near), turn(min(sector.distances.far, radius))]
        let isInside = sector.distances.far <= radius
        sector.distances.far = min(sector.distances.far, radius)
        sector.azimuths.start -= turns.max() ?? 0
        sector.azimuths.end -= turns.min() ?? 0
        return isInside ? sector.bounds : sector.bounds.safeUnion(rect)
    }

    /// Returns the extent of the result: the image's extent and the square around the disc, even where the image
    /// doesn't reach it.
    func extent(of image: CGRect) -> CGRect { image.withSquare(around: center, radius: radius) }
}
