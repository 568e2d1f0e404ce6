import CoreImageEssentials
import Foundation

/// A sector of a ring: the points in a range of distances and a range of directions from a centre. It bounds the region
/// of interest of warps that rotate points.
struct AnnularSector {
    var center: CGPoint
    /// The minimum and maximum distance from the centre.
    var distances: (near: CGFloat, far: CGFloat)
    /// The range of directions in radians, counter-clockwise from the right. A range of 2π or more covers all
    /// directions.
    var azimuths: (start: CGFloat, end: CGFloat)

    /// Creates the smallest sector that contains a rectangle.
    init(around rect: CGRect, center: CGPoint) {
        self.center = center
        let x = (rect.minX - center.x, rect.maxX - center.x)
        let y = (rect.minY - center.y, rect.maxY - center.y)
        func nearest(_ interval: (CGFloat, CGFloat)) -> CGFloat {
            interval.0 <= 0 && interval.1 >= 0 ? 0 : min(abs(interval.0), abs(interval.1))
        }
        distances = (
            hypot(nearest(x), nearest(y)), hypot(max(abs(x.0), abs(x.1)), max(abs(y.0), abs(y.1)))
        )
        azimuths = (-.pi, .pi)
        if distances.near > 0 {
            // A rectangle that doesn't contain the centre covers less than half a turn, so that angles relative to its
            // middle don't wrap.
            let middle = atan2(y.0 + y.1, x.0 + x.1)
            let corners = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)].map { corner in
                remainder(atan2(corner.1, corner.0) - middle, 2 * .pi)
            }
            azimuths = (middle + (corners.min() ?? -.pi), middle + (corners.max() ?? .pi))
        }
    }

    /// The smallest rectangle that contains the sector, with a margin for rounding errors of coordinates.
    var bounds: CGRect {
        let margin = 1.0 / 16 + distances.far * 1e-6
        if azimuths.end - azimuths.start >= 2 * .pi {
            let reach = distances.far + margin
            return CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        }
        var directions = [azimuths.start, azimuths.end]
        // An arc is farthest out where an axis crosses it.
        let first = (azimuths.start / (.pi / 2)).rounded(.up)
        for quarter in 0..<4 where (first + CGFloat(quarter)) * .pi / 2 <= azimuths.end {
            directions.append((first + CGFloat(quarter)) * .pi / 2)
        }
        let points = directions.flatMap { direction in
            [distances.near, distances.far].map { (x: $0 * cos(direction), y: $0 * sin(direction)) }
        }
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (bottom, top) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        return CGRect(
            x: center.x + left - margin, y: center.y + bottom - margin, width: right - left + 2 * margin,
            height: top - bottom + 2 * margin)
    }
}
