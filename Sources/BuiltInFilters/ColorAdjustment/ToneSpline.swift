import CoreImageEssentials
import Foundation

/// The natural cubic spline through points.
///
/// Its slope and its second derivative are continuous. The second derivative is 0 at both ends, so that a straight line
/// continues the curve smoothly. Points on a line give the line. Where points are less than 1/1000 apart, the curve is
/// a step between two such splines, because a single one would overshoot.
package struct ToneSpline {
    /// A piece `a + b t + c t² + d t³`, with t counted from its start.
    struct Piece: Hashable {
        let start: Double
        let a: Double
        let b: Double
        let c: Double
        let d: Double
    }

    /// The pieces from left to right.
    let pieces: [Piece]
    /// The last point, and the curve's slope there.
    let end: (x: Double, y: Double, slope: Double)

    /// Creates the curve through two or more points in any order. Points less than 1/10000 apart in x are moved that
    /// far apart.
    package init(through given: [CGPoint]) {
        var points = given.sorted { $0.x < $1.x }.map { (x: Double($0.x), y: Double($0.y)) }
        for i in points.indices.dropFirst() { points[i].x = max(points[i].x, points[i - 1].x + 1e-4) }
        let widths = zip(points.dropFirst(), points).map { $0.x - $1.x }
        let chords = zip(zip(points.dropFirst(), points), widths).map { ($0.0.y - $0.1.y) / $1 }
        let bends = Self.bends(widths: widths, chords: chords)
        pieces = widths.indices.map { i in
            Piece(
                start: points[i].x, a: points[i].y, b: chords[i] - widths[i] * (2 * bends[i] + bends[i + 1]) / 6,
                c: bends[i] / 2, d: (bends[i + 1] - bends[i]) / (6 * widths[i]))
        }
        let last = widths.count - 1
        end = (points[last + 1].x, points[last + 1].y, chords[last] + widths[last] * bends[last] / 6)
    }

    /// Returns the second derivatives at the points, 0 at both ends: the solution of a tridiagonal system, eliminated
    /// downwards and solved upwards.
    private static func bends(widths: [Double], chords: [Double]) -> [Double] {
        var bends = [Double](repeating: 0, count: widths.count + 1)
        var factors = bends
        for i in widths.indices.dropFirst() where min(widths[i - 1], widths[i]) >= 1e-3 {
            let diagonal = 2 * (widths[i - 1] + widths[i]) - widths[i - 1] * factors[i - 1]
            factors[i] = widths[i] / diagonal
            bends[i] = (6 * (chords[i] - chords[i - 1]) - widths[i - 1] * bends[i - 1]) / diagonal
        }
        for i in widths.indices.dropFirst().reversed() { bends[i] -= factors[i] * bends[i + 1] }
        return bends
    }
}
