import Foundation

/// Counts the calls of C++ libraries that run in this process, such as LLVM and OpenCV.
///
/// A rendering or a detection that is stopped doesn't wait for the library that it has called. The process must not
/// exit during such a call, because the library's destructors would free memory in use. So the exit waits for all
/// calls, which takes seconds at most, and no other one begins.
package final class LibraryCalls: @unchecked Sendable {
    /// The calls of this process.
    package static let shared = LibraryCalls()
    /// Maximum time to wait at exit, in seconds. Longer than any call.
    private let exitTimeout: Double

    // Guards `count`, `total` and `isExiting`.
    private let condition = NSCondition()
    private var count = 0
    /// The number of calls that have begun.
    private var total = 0
    private var isExiting = false
    /// Registers `wait` as a handler of the exit.
    private let register: @Sendable () -> Void

    private convenience init() { self.init(exitTimeout: 30) { atexit { LibraryCalls.shared.wait() } } }

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - exitTimeout: The maximum time to wait for calls, in seconds.
    ///   - register: Registers a handler of the exit.
    init(exitTimeout: Double, register: @escaping @Sendable () -> Void) {
        (self.exitTimeout, self.register) = (exitTimeout, register)
    }

    /// Calls a library. It must be open already, since exit handlers run in reverse order of registration, and this
    /// one must run before the library's destructors. Returns nil if the process is exiting.
    package func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result? {
        guard begin() else { return nil }
        defer { end() }
        return try work()
    }

    private func begin() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if isExiting { return false }
        (count, total) = (count + 1, total + 1)
        // Libraries make some of their objects during a call, and the destructors of these run before handlers that
        // are older. So there is a newer one from time to time, most often in the beginning, when most objects are
        // made.
        if total & (total - 1) == 0 { register() }
        return true
    }

    private func end() {
        condition.lock()
        defer { condition.unlock() }
        count -= 1
        condition.broadcast()
    }

    /// Waits for all calls. No other one begins.
    ///
    /// A program that may end during its first call should use this before that: the destructors of objects that the
    /// library has just made run before the exit handlers of this class.
    package func wait() {
        condition.lock()
        defer { condition.unlock() }
        isExiting = true
        let end = Date(timeIntervalSinceNow: exitTimeout)
        while count > 0, condition.wait(until: end) {}
    }
}
