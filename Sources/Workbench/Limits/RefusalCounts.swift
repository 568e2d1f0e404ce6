import Synchronization

/// Counts of what was refused, by reason. Thread-safe.
package final class RefusalCounts: Sendable {
    /// A reason to refuse a request or a message.
    package enum Reason: String, Sendable, CaseIterable {
        /// A missing or wrong token in the path.
        case token
        /// A `Host` other than that of the server, as after DNS rebinding.
        case host
        /// An `Origin` other than that of the server.
        case origin
        /// A method other than GET.
        case method
        /// A path that isn't one of the page's files.
        case path
        /// A request that isn't HTTP, or is too long.
        case malformedRequest
        /// A connection that didn't send a request in time.
        case slow
        /// A connection or a page beyond the limit.
        case tooMany
        /// A message that is too long.
        case tooLong
        /// A message that can't be read, or asks for something that isn't there.
        case malformedMessage
    }

    private let counts = Mutex<[Reason: Int]>([:])

    /// Creates counts of zero.
    package init() {}

    /// Counts a refusal.
    package func add(_ reason: Reason) { counts.withLock { $0[reason, default: 0] += 1 } }

    /// The counts that aren't zero, by the names of their reasons.
    package var all: [String: Int] {
        counts.withLock { counts in
            Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
        }
    }
}
