import Synchronization

/// A thread-safe list of reported lines.
final class ReportLog: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }
    var count: Int { lines.count }

    func add(_ line: String) { state.withLock { $0.append(line) } }
}
