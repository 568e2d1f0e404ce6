import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// A Hough transform of a picture's edges, for lines at angles near horizontal or vertical.
struct LineVotes {
    /// The distance between angles, in degrees.
    static let step = 0.1

    /// The largest angle, in degrees.
    let limit: Double
    /// For each angle from −`limit` on, the score of all lines together.
    private(set) var scores: [Double]
    /// For each angle, the length of the longest line, as a fraction of the picture's side.
    private(set) var longest: [Double]

    /// Counts the votes of the edges that are nearly horizontal, or of those that are nearly vertical.
    ///
    /// Every edge point votes for the lines through it whose angle is near its own. A line's score is the square of its
    /// length, because many short lines arise by chance, and long ones don't.
    ///
    /// - Parameters:
    ///   - side: The length in pixels of the picture's side that is nearly parallel to the lines.
    ///   - reach: The maximum distance of a line from the picture's centre, in pixels.
    init(_ points: [EdgePoint], isLevel: Bool, side: Double, reach: Double, limit: Double) {
        self.limit = limit
        let count = Int((2 * limit / Self.step).rounded()) + 1
        let places = 2 * Int(reach) + 4
        var votes = [Float](repeating: 0, count: count * places)
        let angles = (0..<count).map { (Double($0) * Self.step - limit) * .pi / 180 }
        let (sines, cosines) = (angles.map(sin), angles.map(cos))
        for point in points where point.isLevel == isLevel {
            let first = max(0, Int(((point.tilt - Self.tolerance + limit) / Self.step).rounded(.up)))
            let last = min(count - 1, Int(((point.tilt + Self.tolerance + limit) / Self.step).rounded(.down)))
            if first > last { continue }
            for index in first...last {
                let distance =
                    isLevel
                    ? point.y * cosines[index] - point.x * sines[index]
                    : point.x * cosines[index] + point.y * sines[index]
                let place = distance + reach + 1
                let low = Int(place)
                guard low >= 0, low + 1 < places else { continue }
                let share = Float(place - Double(low))
                votes[index * places + low] += 1 - share
                votes[index * places + low + 1] += share
            }
        }
        let least = Float(Self.leastLength * side)
        scores = []
        longest = []
        for index in 0..<count {
            let lines = votes[index * places..<(index + 1) * places]
            scores.append(
                lines.reduce(0.0) { $0 + ($1 > least ? Double(($1 - least) * ($1 - least)) : 0) } / (side * side))
            longest.append(Double(lines.max() ?? 0) / side)
        }
    }

    /// The maximum difference between the angles of an edge and of the lines that it votes for, in degrees.
    private static let tolerance = 4.0
    /// The length of a line that doesn't count, as a fraction of the side.
    private static let leastLength = 0.08
}
