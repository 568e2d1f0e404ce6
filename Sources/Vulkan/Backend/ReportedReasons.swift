import Synchronization

/// Passes each text on once. Thread-safe.
final class ReportedReasons: Sendable {
    private let report: @Sendable (String) -> Void
    private let known = Mutex<Set<String>>([])
    /// Maximum number of texts that are remembered. Further ones aren't passed on.
    private static let capacity = 1000

    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    func add(_ text: String) {
        let isNew = known.withLock { $0.count < Self.capacity && $0.insert(text).inserted }
        if isNew { report(text) }
    }
}
