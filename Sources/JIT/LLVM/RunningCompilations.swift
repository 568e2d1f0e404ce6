import Foundation

/// Counts the compilations that run in this process.
///
/// A rendering that is stopped doesn't wait for its compilation. The process must not exit during one, because LLVM's
/// destructors would free memory in use. So the exit waits for all compilations, which takes a fraction of a second,
/// and no other one begins.
package final class RunningCompilations: @unchecked Sendable {
    /// The compilations of this process.
    package static let shared = RunningCompilations()
    /// Maximum time to wait at exit, in seconds. Longer than any compilation.
    private static let exitTimeout = 30.0

    // Guards `count`, `waitsAtExit` and `isExiting`.
    private let condition = NSCondition()
    private var count = 0
    private var waitsAtExit = false
    private var isExiting = false

    /// Runs a compilation. The LLVM library must be open already, since exit handlers run in reverse order of
    /// registration, and this one must run before the library's destructors. Returns nil if the process is exiting.
    func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result? {
        guard begin() else { return nil }
        defer { end() }
        return try work()
    }

    private func begin() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if isExiting { return false }
        count += 1
        if waitsAtExit { return true }
        waitsAtExit = true
        atexit { RunningCompilations.shared.wait() }
        return true
    }

    private func end() {
        condition.lock()
        defer { condition.unlock() }
        count -= 1
        condition.broadcast()
    }

    /// Waits for all compilations. No other one begins.
    ///
    /// A program that ends because of an error should call this before `exit`: LLVM makes some of its objects during
    /// the first compilation, and their destructors run before the exit handler of this class.
    package func wait() {
        condition.lock()
        defer { condition.unlock() }
        isExiting = true
        let end = Date(timeIntervalSinceNow: Self.exitTimeout)
        while count > 0, condition.wait(until: end) {}
    }
}
