/// Lets the same reason through once a second: a loop over a filter that fails would fill the log otherwise.
struct RefusalRepetition {
    private struct Said {
        var time: ContinuousClock.Instant
        var unsaid = 0
    }

    /// How many different reasons are remembered; when there are more, all are forgotten and may be said again.
    static let capacity = 256
    private var said: [String: Said] = [:]

    /// What to write for a reason that comes up at a time: with the number of times it wasn't written, or nil when it was written less than a
    /// second ago.
    mutating func text(for reason: String, at time: ContinuousClock.Instant) -> String? {
        guard let last = said[reason] else {
            if said.count >= Self.capacity { said.removeAll() }
            said[reason] = Said(time: time)
            return reason
        }
        if last.time.duration(to: time) < .seconds(1) {
            said[reason]?.unsaid += 1
            return nil
        }
        said[reason] = Said(time: time)
        return last.unsaid == 0 ? reason : "\(reason) (and \(last.unsaid) times before)"
    }
}
