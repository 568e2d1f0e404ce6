import CoreImageEssentials
import Foundation

/// A warp along the lines through a centre: the pixel at distance d shows the source at distance
/// `d + scale · (√(radius · d) − d)`.
struct PinchMap {
    /// The point that isn't moved.
    var center: CGPoint
    /// The distance that isn't changed.
    var radius: CGFloat
    /// The strength, from 0 to 2.
    var scale: CGFloat

    /// Returns the source distance of a pixel's distance; negative on the opposite side of the centre.
    func source(at distance: CGFloat) -> CGFloat {
        distance + scale * ((radius * distance).squareRoot() - distance)
    }

    /// Returns the minimum distance of a pixel that shows the given source distance. There is none for source distances
    /// beyond the turning point of the map.
    func destination(of distance: CGFloat) -> CGFloat {
        // With r as the square root of a pixel's distance, its source distance is (1 − scale) · r² + scale · √radius ·
        // r.
        let linear = scale * radius.squareRoot()
        let rest = max(linear * linear + 4 * (1 - scale) * distance, 0)
        let root = 2 * distance / (linear + rest.squareRoot())
        return root * root
    }

    /// Returns a rectangle that contains the source points of all points in `rect`.
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
        return radial.source(of: rect).insetBy(dx: -margin, dy: -margin).safeIntersection(square)
    }

    /// Returns the extent of the result for an image's extent.
    func extent(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull || rect.isEmpty { return rect }
        if scale > 1 {
            let turn = radius * pow(scale / (2 * (scale - 1)), 2)
            // Source points beyond the turning point cover its whole circle.
            if AnnularSector(around: rect, center: center).distances.far > source(at: turn) {
                return CGRect(x: center.x - turn, y: center.y - turn, width: 2 * turn, height: 2 * turn).roundedOutwards
            }
        }
        // The outermost points of an edge are its ends and the point nearest to the centre.
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
