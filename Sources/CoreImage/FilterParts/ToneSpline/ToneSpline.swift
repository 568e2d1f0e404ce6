import Foundation

/// A smooth curve through points that rises where they rise, falls where they fall, and never swings past them.
///
/// Cubic pieces with the slopes of Fritsch and Butland ("A Method for Constructing Local Monotone Piecewise Cubic
/// Interpolants", 1984): the weighted harmonic mean of the slopes of the chords on both sides, 0 at a peak or a valley.
/// At the ends it is not bent, so that a straight line goes on from it smoothly. Points on a line give the line.
struct ToneSpline {
    /// A piece `a + b t + c t² + d t³`, with t counted from its start.
    struct Piece: Hashable {
        let start: Double
        let a: Double
        let b: Double
        let c: Double
        let d: Double
    }

    /// From left to right.
    let pieces: [Piece]
    /// The last point, and the curve's slope there.
    let end: (x: Double, y: Double, slope: Double)

    /// The curve through two points or more, in any order. Points less than 1/10000 apart from left to right are moved
    /// that far apart.
    init(through given: [CGPoint]) {
        var points = given.sorted { $0.x < $1.x }.map { (x: Double($0.x), y: Double($0.y)) }
        for i in points.indices.dropFirst() { points[i].x = max(points[i].x, points[i - 1].x + 1e-4) }
        let widths = zip(points.dropFirst(), points).map { $0.x - $1.x }
        let chords = zip(zip(points.dropFirst(), points), widths).map { ($0.0.y - $0.1.y) / $1 }
        let count = widths.count
        var slopes = [Double](repeating: chords[0], count: points.count)
        if count > 1 {
            for i in 1..<count {
                let (before, after) = (chords[i - 1], chords[i])
                let (w0, w1) = (2 * widths[i] + widths[i - 1], widths[i] + 2 * widths[i - 1])
                slopes[i] = before * after > 0 ? (w0 + w1) / (w0 / before + w1 / after) : 0
            }
            slopes[0] = (3 * chords[0] - slopes[1]) / 2
            slopes[count] = (3 * chords[count - 1] - slopes[count - 1]) / 2
        }
        pieces = (0..<count).map { i in
            let (width, chord) = (widths[i], chords[i])
            return Piece(
                start: points[i].x, a: points[i].y, b: slopes[i],
                c: (3 * chord - 2 * slopes[i] - slopes[i + 1]) / width,
                d: (slopes[i] + slopes[i + 1] - 2 * chord) / (width * width))
        }
        end = (points[count].x, points[count].y, slopes[count])
    }
}
