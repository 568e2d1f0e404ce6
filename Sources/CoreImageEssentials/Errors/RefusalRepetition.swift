/// Limits each reason to one log line per second. Otherwise a loop over a failing filter would fill the log.
struct RefusalRepetition {
    private struct Said {
        var time: ContinuousClock.Instant
        var unsaid = 0
    }

    /// The number of different reasons that are remembered. When it is reached, all are forgotten and may be logged
    /// again.
    static let capacity = 256
    private var said: [String: Said] = [:]

    /// Returns the text to log for a reason at a given time, or nil if the reason was logged less than a second before.
    /// The text includes the number of times that the reason was suppressed.
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
