import Synchronization

/// A list of lines that any thread can append to.
final class LockedLines: Sendable {
    private let content = Mutex<[String]>([])

    var lines: [String] { content.withLock { $0 } }
    func append(_ line: String) { content.withLock { $0.append(line) } }
}
