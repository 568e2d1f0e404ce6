import Foundation

/// Compilations under way in this process.
///
/// A rendering that is stopped leaves its compilation behind. The process must not end during one, because LLVM's destructors would take away
/// what it works with: the exit waits for it, which is a fraction of a second.
final class RunningCompilations: @unchecked Sendable {
    static let shared = RunningCompilations()
    /// Longer than any compilation, in seconds.
    private static let patience = 5.0

    // Guards the count.
    private let condition = NSCondition()
    private var count = 0
    private var waitsAtExit = false

    /// Does `work`, whose library has been opened: handlers run in the reverse order of their registration, so that this one comes before
    /// the library's destructors.
    func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        begin()
        defer { end() }
        return try work()
    }

    private func begin() {
        condition.lock()
        defer { condition.unlock() }
        count += 1
        if waitsAtExit { return }
        waitsAtExit = true
        atexit { RunningCompilations.shared.wait() }
    }

    private func end() {
        condition.lock()
        defer { condition.unlock() }
        count -= 1
        condition.broadcast()
    }

    private func wait() {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: Self.patience)
        while count > 0, condition.wait(until: end) {}
    }
}
