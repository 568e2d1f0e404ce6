import CLinux
import Foundation

/// Counts the calls of C++ libraries that run in this process, such as LLVM and OpenCV.
///
/// A rendering or a detection that is stopped doesn't wait for the library that it has called, and kernels are
/// optimised while renderings go on. The process must not exit during such a call, because the library's destructors
/// would free memory in use. So the exit waits for all calls, which takes seconds at most, and no other one begins.
///
/// Libraries make some of their objects during their first calls, and the destructors of these run before exit handlers
/// that are older. The count has handlers that are newer than most calls. The only certain protection is that a thread
/// that calls `exit` waits before it runs any handler, which `protectThread` and `waitForAnnouncedWork` do.
package final class LibraryCalls: @unchecked Sendable {
    /// The calls of this process.
    package static let shared = LibraryCalls()
    /// Maximum time to wait at exit, in seconds. Longer than any call.
    private let exitTimeout: Double

    // Guards the variables below.
    private let condition = NSCondition()
    private var count = 0
    /// The number of announced pieces of work that haven't ended.
    private var announced = 0
    /// The number of calls that have begun.
    private var total = 0
    private var exits = false
    /// The process whose calls these are. A child that `fork` makes has no threads that could end them.
    private var process: pid_t = 0
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

    /// Whether exit handlers run.
    package var isExiting: Bool {
        condition.lock()
        defer { condition.unlock() }
        return exits
    }

    // MARK: Calls

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
        if exits { return false }
        (count, total, process) = (count + 1, total + 1, getpid())
        registerSometimes()
        return true
    }

    private func end() {
        condition.lock()
        defer { condition.unlock() }
        count -= 1
        if !exits { registerSometimes() }
        condition.broadcast()
    }

    /// Registers a newer handler from time to time, most often in the beginning, when libraries make most of their
    /// objects.
    private func registerSometimes() {
        if total & (total - 1) == 0 { register() }
    }

    // MARK: Announced work

    /// Announces work that consists of calls, so that it is waited for even if it hasn't begun. Returns false if the
    /// process is exiting; otherwise, `finish` must be called after the work.
    package func announce() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if exits { return false }
        (announced, process) = (announced + 1, getpid())
        return true
    }

    /// Ends announced work.
    package func finish() {
        condition.lock()
        defer { condition.unlock() }
        announced -= 1
        condition.broadcast()
    }

    /// Waits until no announced work is left, for a maximum number of seconds.
    package func waitForAnnouncedWork(timeout: Double) {
        wait(seconds: timeout) { announced == 0 }
    }

    /// Makes the end of this thread wait for calls and announced work. If the thread calls `exit`, that is before any
    /// exit handler. The main thread also calls it by returning from `main`.
    package func protectThread() {
        let key = "LibraryCalls.protectThread"
        guard self === Self.shared, Thread.current.threadDictionary[key] == nil else { return }
        Thread.current.threadDictionary[key] = true
        _ = clinux_at_thread_exit { _ in LibraryCalls.shared.waitBeforeExit() }
    }

    /// Waits for calls and announced work for half of the time that an exit may take.
    private func waitBeforeExit() { wait(seconds: exitTimeout / 2) { count + announced == 0 } }

    // MARK: The exit

    /// Waits for all calls. No other one begins.
    ///
    /// A program that may end during its first call should use this before that: the destructors of objects that the
    /// library has just made run before the exit handlers of this class.
    package func wait() {
        condition.lock()
        exits = true
        condition.unlock()
        wait(seconds: exitTimeout / 2) { count == 0 }
    }

    private func wait(seconds: Double, until isOver: () -> Bool) {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: seconds)
        while !isOver(), process == getpid(), condition.wait(until: end) {}
    }
}
