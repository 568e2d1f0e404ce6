/// Limits each reason to one log line per second. Otherwise a loop over a failing filter would fill the log.
struct LogRateLimit {
    private struct Entry {
        var time: ContinuousClock.Instant
        var suppressed = 0
    }

    /// The number of different reasons that are remembered. When it is reached, all are forgotten and may be logged
    /// again.
    static let capacity = 256
    private var entries: [String: Entry] = [:]

    /// Returns the text to log for a reason at a given time, or nil if the reason was logged less than a second before.
    /// The text includes the number of times that the reason was suppressed.
    mutating func text(for reason: String, at time: ContinuousClock.Instant) -> String? {
        guard let last = entries[reason] else {
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[reason] = Entry(time: time)
            return reason
        }
        if last.time.duration(to: time) < .seconds(1) {
            entries[reason]?.suppressed += 1
            return nil
        }
        entries[reason] = Entry(time: time)
        return last.suppressed == 0 ? reason : "\(reason) (and \(last.suppressed) times before)"
    }
}
