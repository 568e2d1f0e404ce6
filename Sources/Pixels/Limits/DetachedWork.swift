import Foundation
import Synchronization

/// Runs work that can't be interrupted, such as that of a decoder or another process, on a separate thread. A rendering
/// that is stopped doesn't wait for the work.
///
/// Abandoned work runs to its end, and its result is dropped. It must not write to memory of the rendering.
package enum DetachedWork {
    /// Interval in seconds at which a waiting rendering checks whether it was stopped.
    private static let timeout = 0.01

    private static let abandoned = Atomic(0)

    /// The number of abandoned works that haven't ended.
    package static var abandonedCount: Int { abandoned.load(ordering: .relaxed) }

    /// Returns the result of `work`. Outside of renderings, `work` is called on this thread.
    ///
    /// - Parameter grace: The time in seconds for work that may itself notice that the rendering is stopped. If it
    ///   throws in this time, its error is thrown, because it is more precise.
    /// - Throws: The error of `work`, or `WorkMeter.Stopped` if the rendering is stopped before.
    package static func run<Result: Sendable>(
        grace: Double = 0, _ work: @escaping @Sendable () throws -> Result
    ) throws -> Result {
        guard let meter = WorkMeter.current else { return try work() }
        let job = Job<Result>()
        DetachedThreads.shared.run { job.finish(with: Swift.Result { try work() }) }
        while true {
            if let result = job.wait(seconds: timeout) { return try result.get() }
            do {
                try meter.checkTime()
            } catch {
                switch grace > 0 ? job.wait(seconds: grace) : nil {
                case .failure(let reason)?: throw reason
                case .success?: throw error
                case nil:
                    job.abandon()
                    throw error
                }
            }
        }
    }

    /// A result that another thread waits for.
    private final class Job<Value: Sendable>: @unchecked Sendable {
        // Guards the properties below.
        private let condition = NSCondition()
        private var result: Result<Value, any Error>?
        private var isAbandoned = false

        func finish(with result: Result<Value, any Error>) {
            condition.withLock {
                self.result = result
                if isAbandoned { DetachedWork.abandoned.subtract(1, ordering: .relaxed) }
                condition.signal()
            }
        }

        func wait(seconds: Double) -> Result<Value, any Error>? {
            condition.withLock {
                let end = Date(timeIntervalSinceNow: seconds)
                while result == nil, condition.wait(until: end) {}
                return result
            }
        }

        /// Counts the work as abandoned until it ends.
        func abandon() {
            condition.withLock {
                guard result == nil, !isAbandoned else { return }
                isAbandoned = true
                DetachedWork.abandoned.add(1, ordering: .relaxed)
            }
        }
    }
}

/// Threads that are kept for further work, because starting one takes longer than most calls. Threads end after a few
/// idle seconds.
private final class DetachedThreads: @unchecked Sendable {
    static let shared = DetachedThreads()
    /// Maximum number of idle threads.
    private static let maximumIdle = 16
    /// Time in seconds after which an idle thread ends.
    private static let timeout = 3.0

    // Guards the properties below.
    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var idle = 0

    func run(_ job: @escaping @Sendable () -> Void) {
        condition.withLock {
            jobs.append(job)
            if idle >= jobs.count { return condition.signal() }
            let thread = Thread { [unowned self] in work() }
            thread.name = "detached work"
            thread.start()
        }
    }

    private func work() {
        while let job = next() { job() }
    }

    /// Returns the next job; nil if this thread has waited too long, or if enough other threads are idle.
    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            if jobs.isEmpty, idle >= Self.maximumIdle { return nil }
            idle += 1
            defer { idle -= 1 }
            let end = Date(timeIntervalSinceNow: Self.timeout)
            while jobs.isEmpty {
                // If a job was added just before the timeout, take it.
                if !condition.wait(until: end), jobs.isEmpty { return nil }
            }
            return jobs.removeFirst()
        }
    }
}
