import Foundation

/// Whether lines tell a picture's tilt beyond doubt.
struct TiltDecision {
    let level: LineVotes
    let plumb: LineVotes
    /// What all lines of both directions count together, for each angle; perspective spreads them a little.
    private let scores: [Double]

    init(level: LineVotes, plumb: LineVotes) {
        (self.level, self.plumb) = (level, plumb)
        scores = Self.blurred(zip(level.scores, plumb.scores).map { $0 + $1 })
    }

    /// The longest line's least length, as a part of the picture's side, where there are lines of both directions.
    private static let leastLength = 0.2
    /// The least length of the longest line of the other direction, of small tilts and of large ones.
    private static let (leastOther, leastOtherSteep) = (0.1, 0.13)
    /// The longest line's least length where it is alone, and where nothing else is anywhere near as good.
    private static let (leastLengthAlone, leastLengthClear) = (0.45, 0.38)
    /// How much better the best angle must be than any other, and when it is clear.
    private static let (leastLead, clearLead) = (1.5, 3.0)
    /// Angles as far from the best one as this, in degrees, are other angles.
    private static let otherAngle = 2.0
    /// Degrees from which on a tilt is large: what is steeper may be anything.
    private static let steep = 5.0
    /// Standard deviation of the blur over angles, in degrees.
    private static let blur = 0.35

    /// Degrees counter-clockwise; nil where there is doubt.
    var tilt: Double? {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0,
            best > 0, best + 1 < scores.count
        else { return nil }
        let apart = Int(Self.otherAngle / LineVotes.step)
        let rival = scores.indices.filter { abs($0 - best) >= apart }.map { scores[$0] }.max() ?? 0
        guard scores[best] >= Self.leastLead * rival else { return nil }
        let place = Double(best) + shift(scores[best - 1], scores[best], scores[best + 1])
        let angle = place * LineVotes.step - level.limit
        let lengths = [level, plumb].map { length(of: $0, at: best) }.sorted()
        let isSteep = abs(angle) > Self.steep
        let agree =
            lengths[1] > Self.leastLength && lengths[0] > (isSteep ? Self.leastOtherSteep : Self.leastOther)
        let isClear = scores[best] >= Self.clearLead * rival
        let isLong = lengths[1] > (isClear ? Self.leastLengthClear : Self.leastLengthAlone)
        return agree || isLong && !isSteep ? angle : nil
    }

    /// The longest line near an angle.
    private func length(of votes: LineVotes, at index: Int) -> Double {
        votes.longest[max(0, index - 2)...min(votes.longest.count - 1, index + 2)].max() ?? 0
    }

    /// Where the top of a parabola through three neighbours is, from the middle one.
    private func shift(_ before: Double, _ middle: Double, _ after: Double) -> Double {
        let bend = before + after - 2 * middle
        return bend < 0 ? min(max((before - after) / (2 * bend), -0.5), 0.5) : 0
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
