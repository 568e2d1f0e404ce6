import Synchronization

/// Counts connections up to a limit. Thread-safe.
final class ConnectionCounter: Sendable {
    private let limit: Int
    private let count = Mutex(0)

    init(limit: Int) { self.limit = limit }

    /// Counts a connection; false if there are too many.
    func enter() -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    /// Ends a connection that was counted.
    func leave() { count.withLock { $0 -= 1 } }
}
