import Synchronization

/// A list of lines to which any thread can append.
package final class ReportLog: Sendable {
    private let state = Mutex<[String]>([])

    /// Creates an empty list.
    package init() {}

    /// The lines so far.
    package var lines: [String] { state.withLock { $0 } }

    /// The number of lines so far.
    package var count: Int { lines.count }

    /// Appends a line.
    package func add(_ line: String) { state.withLock { $0.append(line) } }
}
