import Foundation

/// Whether lines tell a picture's tilt beyond doubt.
struct TiltDecision {
    let level: LineVotes
    let plumb: LineVotes

    /// The longest line's least length as a part of the picture's side, where others agree and where it is alone.
    private static let (leastLength, leastLengthAlone) = (0.2, 0.45)
    /// Angles as far from the best one as this, in degrees, are other angles.
    private static let otherAngle = 1.2
    /// How much better the best angle must be than any other.
    private static let leastLead = 1.5
    /// Degrees up to which one long line is enough: steeper ones may be anything.
    private static let aloneLimit = 5.0

    /// Degrees counter-clockwise; nil where there is doubt.
    var tilt: Double? {
        let scores = zip(level.scores, plumb.scores).map { $0 + $1 }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0,
            best > 0, best + 1 < scores.count
        else { return nil }
        let apart = Int(Self.otherAngle / LineVotes.step)
        let rival = scores.indices.filter { abs($0 - best) >= apart }.map { scores[$0] }.max() ?? 0
        guard scores[best] >= Self.leastLead * rival else { return nil }
        let (across, down) = (length(of: level, at: best), length(of: plumb, at: best))
        let angle = angle(best) + shift(scores[best - 1], scores[best], scores[best + 1]) * LineVotes.step
        let agree = min(across, down) > Self.leastLength / 2 && max(across, down) > Self.leastLength
        let isLong = max(across, down) > Self.leastLengthAlone && abs(angle) <= Self.aloneLimit
        return agree || isLong ? angle : nil
    }

    private func angle(_ index: Int) -> Double { Double(index) * LineVotes.step - level.limit }

    /// The longest line near an angle.
    private func length(of votes: LineVotes, at index: Int) -> Double {
        votes.longest[max(0, index - 2)...min(votes.longest.count - 1, index + 2)].max() ?? 0
    }

    /// Where the top of a parabola through three neighbours is, from the middle one.
    private func shift(_ before: Double, _ middle: Double, _ after: Double) -> Double {
        let bend = before + after - 2 * middle
        return bend < 0 ? min(max((before - after) / (2 * bend), -0.5), 0.5) : 0
    }
}
