import Foundation

/// A part of a ring: all points at certain distances and in certain directions from a centre. What warps that turn points read lies in one.
struct AnnularSector {
    var center: CGPoint
    /// Least and greatest distance from the centre.
    var distances: (near: CGFloat, far: CGFloat)
    /// Directions in radians, anticlockwise from the right; a whole turn or more is all of them.
    var azimuths: (start: CGFloat, end: CGFloat)

    /// The smallest one around a rectangle.
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
            // Seen from outside a rectangle takes less than half a turn, so that angles to its middle don't wrap.
            let middle = atan2(y.0 + y.1, x.0 + x.1)
            let corners = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)].map { corner in
                remainder(atan2(corner.1, corner.0) - middle, 2 * .pi)
            }
            azimuths = (middle + (corners.min() ?? -.pi), middle + (corners.max() ?? .pi))
        }
    }

    /// The smallest rectangle around it, with a margin for the rounding of coordinates.
    var bounds: CGRect {
        let margin = 1.0 / 16 + distances.far * 1e-6
        if azimuths.end - azimuths.start >= 2 * .pi {
            let reach = distances.far + margin
            return CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        }
        var directions = [azimuths.start, azimuths.end]
        // The arc is farthest out where an axis crosses it.
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
