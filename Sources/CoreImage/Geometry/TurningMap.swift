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

    /// A rectangle around what is shown of an image: its extent, and as much of the disc as it can be turned into.
    func extent(of image: CGRect) -> CGRect {
        if image.isInfinite || image.isNull { return image }
        let sector = AnnularSector(around: image, center: center)
        guard sector.distances.near < radius else { return image }
        let reach = min(sector.distances.far, radius)
        return image.hull(CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach))
    }
}
