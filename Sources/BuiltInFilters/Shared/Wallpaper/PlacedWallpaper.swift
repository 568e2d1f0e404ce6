import CoreImageEssentials
import Foundation

/// A wallpaper fold with a position and a size in working space.
struct PlacedWallpaper: Sendable {
    let fold: WallpaperFold
    /// The transform from the cell's coordinates to working space.
    let cell: CGAffineTransform

    /// Creates the fold with its anchor at `center`, or nil if a cell has no area: if the width isn't positive and
    /// finite, or if the sides are parallel.
    init?(_ fold: WallpaperFold, center: CGPoint, angle: Float, width: Float, acuteAngle: Float) {
        let acuteAngle = acuteAngle.finite(or: .pi / 2)
        let (first, opening) = (CGFloat(angle.finite(or: 0)), CGFloat(acuteAngle))
        guard width > 0, width.isFinite, abs(sin(opening)) > 1e-3 else { return nil }
        // A cell smaller than a thousandth of a pixel shows the colour of one point anyway.
        let side = fold.unit * max(CGFloat(width), 1e-3)
        // No floating-point number is exactly a right angle, so the default is handled separately.
        let second = acuteAngle == .pi / 2 ? (-sin(first), cos(first)) : (cos(first + opening), sin(first + opening))
        var cell = CGAffineTransform(
            a: side * cos(first), b: side * sin(first), c: side * second.0, d: side * second.1, tx: 0, ty: 0)
        let (center, anchor) = (center.finite, fold.anchor.applying(cell))
        cell.tx = center.x - anchor.x
        cell.ty = center.y - anchor.y
        (self.fold, self.cell) = (fold, cell)
    }

    /// Returns the point of the tile that `point` shows.
    func sourcePoint(of point: CGPoint) -> CGPoint {
        let place = point.applying(cell.inverted())
        return place.applying(fold.motion(at: place)).applying(cell)
    }

    /// Returns a rectangle around the source points of all points in `rect`, at most one around the tile.
    func sourceRegion(of rect: CGRect) -> CGRect {
        let reach =
            [rect.minX - cell.tx, rect.maxX - cell.tx, rect.minY - cell.ty, rect.maxY - cell.ty]
            .map(abs).max() ?? 0
        let size = [cell.a, cell.b, cell.c, cell.d].map(abs).max() ?? 0
        // A margin for rounding errors, because kernels compute in single precision.
        let slack = 1.0 / 64 + 1e-6 * (min(reach, 0x1p24) + size + abs(cell.tx) + abs(cell.ty))
        let tile = Self.bounds(of: fold.tile, under: cell).insetBy(dx: -slack, dy: -slack)
        if rect.isInfinite || rect.isNull || reach > 0x1p20 { return tile }
        let (roomy, inverse) = (rect.insetBy(dx: -slack, dy: -slack), cell.inverted())
        let corners = [
            CGPoint(x: roomy.minX, y: roomy.minY), CGPoint(x: roomy.maxX, y: roomy.minY),
            CGPoint(x: roomy.maxX, y: roomy.maxY), CGPoint(x: roomy.minX, y: roomy.maxY),
        ].map { $0.applying(inverse) }
        let motion = fold.motion(at: corners[0])
        if corners.allSatisfy({ fold.motion(at: $0) == motion }) {
            // All corners lie in one copy, and copies are convex.
            return Self.bounds(of: corners, under: motion.concatenating(cell)).safeIntersection(tile)
        }
        guard fold.isContinuous else { return tile }
        // Mirrors never increase the distance between two points.
        let middle = CGPoint(x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2)
        let radius = corners.map { hypot($0.x - middle.x, $0.y - middle.y) }.max() ?? 0
        let place = middle.applying(fold.motion(at: middle))
        let box = CGRect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
        return box.applying(cell).safeIntersection(tile)
    }

    private static func bounds(of points: [CGPoint], under map: CGAffineTransform) -> CGRect {
        let places = points.map { $0.applying(map) }
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        return CGRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }
}
