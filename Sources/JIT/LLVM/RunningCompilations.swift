import Foundation

/// Counts the compilations that run in this process.
///
/// A rendering that is stopped doesn't wait for its compilation. The process must not exit during one, because LLVM's
/// destructors would free memory in use. So the exit waits for all compilations, which takes a fraction of a second.
final class RunningCompilations: @unchecked Sendable {
    static let shared = RunningCompilations()
    /// Maximum time to wait at exit, in seconds. Longer than any compilation.
    private static let exitTimeout = 5.0

    // Guards `count` and `waitsAtExit`.
    private let condition = NSCondition()
    private var count = 0
    private var waitsAtExit = false

    /// Runs a compilation. The LLVM library must be open already, since exit handlers run in reverse order of
    /// registration, and this one must run before the library's destructors.
    func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
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
        let end = Date(timeIntervalSinceNow: Self.exitTimeout)
        while count > 0, condition.wait(until: end) {}
    }
}
