import CoreImageEssentials
import Foundation

/// A warp that moves points perpendicular to a line. The source of a point p is `p − n · scale · u · (1 − 3x² + 2x³)`
/// with `x = |u| / R`, where n is the line's normal and u the signed distance of p from the line along n. Points on the
/// line, or at a distance of at least R, aren't moved.
struct RidgeMap {
    /// A point of the line.
    var center: CGPoint
    /// The unit normal of the line.
    var normal: CGPoint
    /// R, the distance from which on points aren't moved.
    var radius: CGFloat
    /// The relative reduction of the distance from the line for points close to it.
    var scale: CGFloat

    /// Returns a rectangle that contains the source points of all points in `rect`, with a margin for rounding errors.
    func source(of rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        return moved(rect, by: shifts(of: distances(in: rect)))
    }

    private func moved(_ rect: CGRect, by shifts: (low: CGFloat, high: CGFloat)) -> CGRect {
        let x = [shifts.low * normal.x, shifts.high * normal.x]
        let y = [shifts.low * normal.y, shifts.high * normal.y]
        let margin = (rect.width + rect.height) * 1e-6 + 1.0 / 64
        let (left, bottom) = (rect.minX + min(x[0], x[1]) - margin, rect.minY + min(y[0], y[1]) - margin)
        return CGRect(
            x: left, y: bottom, width: rect.width + abs(x[1] - x[0]) + 2 * margin,
            height: rect.height + abs(y[1] - y[0]) + 2 * margin)
    }

    private func distances(in rect: CGRect) -> (low: CGFloat, high: CGFloat) {
        let x = [(rect.minX - center.x) * normal.x, (rect.maxX - center.x) * normal.x]
        let y = [(rect.minY - center.y) * normal.y, (rect.maxY - center.y) * normal.y]
        return (min(x[0], x[1]) + min(y[0], y[1]), max(x[0], x[1]) + max(y[0], y[1]))
    }

    /// Returns the displacement along the normal from a point at a signed distance to its source.
    private func shift(_ distance: CGFloat) -> CGFloat {
        -scale * distance * (1 - smoothStep(abs(distance) / radius))
    }

    // The displacement has its extremes where 8x² − x − 1 is 0, on both sides of the line.
    private func shifts(of distances: (low: CGFloat, high: CGFloat)) -> (low: CGFloat, high: CGFloat) {
        let peak = radius * (1 + CGFloat(33).squareRoot()) / 16
        let places =
            [distances.low, distances.high] + [-peak, peak].filter { $0 > distances.low && $0 < distances.high }
        let shifts = places.map(shift)
        return (shifts.min() ?? 0, shifts.max() ?? 0)
    }
}
