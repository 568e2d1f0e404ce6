import Foundation

/// A warp that turns points about a centre by an angle that falls with the distance and ends at a radius.
struct TurningMap {
    /// The point that stays.
    var center: CGPoint
    /// Where the turning ends.
    var radius: CGFloat
    /// Angle in radians by which the picture at a distance is turned anticlockwise: it falls towards 0 all the way, or rises.
    var turn: @Sendable (_ distance: CGFloat) -> CGFloat

    /// A rectangle around the source points of all points in `rect`.
    func source(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        var sector = AnnularSector(around: rect, center: center)
        guard sector.distances.near < radius else { return rect }
        let turns = [turn(sector.distances.near), turn(min(sector.distances.far, radius))]
        let isInside = sector.distances.far <= radius
        sector.distances.far = min(sector.distances.far, radius)
        sector.azimuths.start -= turns.max() ?? 0
        sector.azimuths.end -= turns.min() ?? 0
        return isInside ? sector.bounds : sector.bounds.hull(rect)
    }

    /// The extent of the result: the image's, and the square around the disc, whether the image reaches it or not.
    func extent(of image: CGRect) -> CGRect { image.withSquare(around: center, radius: radius) }
}
