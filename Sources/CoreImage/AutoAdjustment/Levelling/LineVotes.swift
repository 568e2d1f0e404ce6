import Foundation

/// How well lines of every angle explain a picture's edges: a Hough transform of angles near the level and the plumb line.
struct LineVotes {
    /// Degrees from one angle to the next.
    static let step = 0.1

    /// The largest angle, in degrees.
    let limit: Double
    /// For each angle from −`limit` on, what all lines count together.
    private(set) var scores: [Double]
    /// For each angle, the longest line, as a part of the picture's side.
    private(set) var longest: [Double]

    /// The votes of edges that are all nearer to the level, or all nearer to the plumb line.
    ///
    /// Every edge point votes for the lines through it whose angle is near its own. A line counts with the square of its length, as many
    /// short ones lie on lines by chance, long ones don't.
    ///
    /// - Parameters:
    ///   - side: Pixels of the picture's side along which the lines go.
    ///   - reach: The largest distance of a line from the picture's middle.
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

    /// How far from an edge's own angle the lines are that it votes for, in degrees.
    private static let tolerance = 4.0
    /// Pixels on a line that don't count, as a part of the side.
    private static let leastLength = 0.08
}
