import Foundation

/// A warp along the lines through a centre: the pixel at distance d shows what the source has at `d + scale · (√(radius · d) − d)`.
struct PinchMap {
    /// The point that stays.
    var center: CGPoint
    /// The distance that stays.
    var radius: CGFloat
    /// From 0 to 2.
    var scale: CGFloat

    /// The distance of what is shown at a distance; below 0 on the centre's other side.
    func source(at distance: CGFloat) -> CGFloat {
        distance + scale * ((radius * distance).squareRoot() - distance)
    }

    /// The least distance at which a distance of the source is shown, which is none beyond where the picture turns back.
    func destination(of distance: CGFloat) -> CGFloat {
        // With the root as the unknown, distances are (1 − scale) · root² + scale · √radius · root.
        let linear = scale * radius.squareRoot()
        let rest = max(linear * linear + 4 * (1 - scale) * distance, 0)
        let root = 2 * distance / (linear + rest.squareRoot())
        return root * root
    }

    /// A rectangle around the source points of all points in `rect`.
    func source(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        let distances = AnnularSector(around: rect, center: center).distances
        var farthest = max(abs(source(at: distances.near)), abs(source(at: distances.far)))
        if scale > 1 {
            let turn = radius * pow(scale / (2 * (scale - 1)), 2)
            if turn > distances.near, turn < distances.far { farthest = max(farthest, source(at: turn)) }
        }
        let margin = 1.0 / 16 + farthest * 1e-6
        let reach = farthest + margin
        let square = CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        guard distances.near > 0 else { return square }
        let radial = RadialMap(center: center) { source(at: $0) / $0 }
        return radial.source(of: rect).insetBy(dx: -margin, dy: -margin).overlap(square)
    }

    /// The result's extent for an image's.
    func extent(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull || rect.isEmpty { return rect }
        if scale > 1 {
            let turn = radius * pow(scale / (2 * (scale - 1)), 2)
            // What lies beyond the turn fills its circle.
            if AnnularSector(around: rect, center: center).distances.far > source(at: turn) {
                return CGRect(x: center.x - turn, y: center.y - turn, width: 2 * turn, height: 2 * turn).roundedOutwards
            }
        }
        // Along an edge, corners and the point nearest to the centre are the outermost.
        let xs = [rect.minX, min(max(center.x, rect.minX), rect.maxX), rect.maxX]
        let ys = [rect.minY, min(max(center.y, rect.minY), rect.maxY), rect.maxY]
        let places = xs.flatMap { x in
            ys.map { y in
                let (dx, dy) = (x - center.x, y - center.y)
                let distance = hypot(dx, dy)
                let factor = distance > 0 ? destination(of: distance) / distance : 0
                return CGPoint(x: center.x + dx * factor, y: center.y + dy * factor)
            }
        }
        let (left, right) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 0)
        let (bottom, top) = (places.map(\.y).min() ?? 0, places.map(\.y).max() ?? 0)
        return CGRect(x: left - 0.5, y: bottom - 0.5, width: right - left + 1, height: top - bottom + 1)
            .roundedOutwards
    }
}
