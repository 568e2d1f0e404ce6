import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Decides whether lines determine a picture's tilt reliably.
struct TiltDecision {
    let level: LineVotes
    let plumb: LineVotes
    /// For each angle, the score of all lines of both directions, blurred because perspective spreads their angles.
    private let scores: [Double]

    init(level: LineVotes, plumb: LineVotes) {
        (self.level, self.plumb) = (level, plumb)
        scores = Self.blurred(zip(level.scores, plumb.scores).map { $0 + $1 })
    }

    /// The minimum length of the longest line, as a fraction of the picture's side, if there are lines of both
    /// directions.
    private static let leastLength = 0.2
    /// The minimum length of the longest line of the other direction, for small and for large tilts.
    private static let (leastOther, leastOtherSteep) = (0.1, 0.13)
    /// The minimum length of the longest line if the other direction has none, in general and if no other angle has a
    /// similar score.
    private static let (leastLengthAlone, leastLengthClear) = (0.45, 0.38)
    /// The minimum ratio of the best angle's score to that of any other angle, and the ratio from which on it counts as
    /// clear.
    private static let (leastLead, clearLead) = (1.5, 3.0)
    /// The distance in degrees from which on an angle counts as another one.
    private static let otherAngle = 2.0
    /// The angle in degrees above which a tilt counts as large; large tilts need more evidence.
    private static let steep = 5.0
    /// Standard deviation of the blur over angles, in degrees.
    private static let blur = 0.35

    /// The tilt in degrees counter-clockwise; nil if the evidence is insufficient.
    var tilt: Double? {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0,
            best > 0, best + 1 < scores.count
        else { return nil }
        let apart = Int(Self.otherAngle / LineVotes.step)
        let rival = scores.indices.filter { abs($0 - best) >= apart }.map { scores[$0] }.max() ?? 0
        guard scores[best] >= Self.leastLead * rival else { return nil }
        let place = Double(best) + Parabola.peak(scores[best - 1], scores[best], scores[best + 1])
        let angle = place * LineVotes.step - level.limit
        let lengths = [level, plumb].map { length(of: $0, at: best) }.sorted()
        let isSteep = abs(angle) > Self.steep
        let agree =
            lengths[1] > Self.leastLength && lengths[0] > (isSteep ? Self.leastOtherSteep : Self.leastOther)
        let isClear = scores[best] >= Self.clearLead * rival
        let isLong = lengths[1] > (isClear ? Self.leastLengthClear : Self.leastLengthAlone)
        return agree || isLong && !isSteep ? angle : nil
    }

    /// Returns the length of the longest line near an angle.
    private func length(of votes: LineVotes, at index: Int) -> Double {
        votes.longest[max(0, index - 2)...min(votes.longest.count - 1, index + 2)].max() ?? 0
    }

    private static func blurred(_ scores: [Double]) -> [Double] {
        let deviation = blur / LineVotes.step
        let reach = Int(3 * deviation)
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let total = weights.reduce(0, +)
        return scores.indices.map { index in
            zip(-reach...reach, weights).reduce(0) { sum, part in
                scores.indices.contains(index + part.0) ? sum + scores[index + part.0] * part.1 / total : sum
            }
        }
    }
}
