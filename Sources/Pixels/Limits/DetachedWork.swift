import Foundation

/// Work that no check can stop, such as a decoder's or another process's: it runs on a thread of its own, and a rendering that is stopped goes on
/// without it.
///
/// What is left behind runs to its end, and its result is dropped. It must not write into memory of the rendering.
public enum DetachedWork {
    /// How long a rendering waits before it looks whether it was stopped, in seconds.
    private static let patience = 0.01

    /// The result of `work`; called on this thread where it works for no rendering.
    ///
    /// - Throws: what `work` throws; `WorkMeter.Stopped` when the rendering is stopped before.
    public static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) throws -> Result {
        guard let meter = WorkMeter.current else { return try work() }
        let job = Job<Result>()
        DetachedThreads.shared.run { job.finish(with: Swift.Result { try work() }) }
        while true {
            if let result = job.wait(seconds: patience) { return try result.get() }
            try meter.checkTime()
        }
    }

    /// The place where a result is waited for.
    private final class Job<Value: Sendable>: @unchecked Sendable {
        // Guards the result.
        private let condition = NSCondition()
        private var result: Result<Value, any Error>?

        func finish(with result: Result<Value, any Error>) {
            condition.withLock {
                self.result = result
                condition.signal()
            }
        }

        func wait(seconds: Double) -> Result<Value, any Error>? {
            condition.withLock {
                if result == nil { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
                return result
            }
        }
    }
}

/// Threads that wait for work, as starting one takes longer than most calls. Those that had nothing to do for seconds
/// end.
private final class DetachedThreads: @unchecked Sendable {
    static let shared = DetachedThreads()
    /// Threads that wait when there is nothing to do.
    private static let mostIdle = 16
    /// How long they wait, in seconds.
    private static let patience = 3.0

    // Guards what follows.
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

    /// The next job; nil where there are enough idle threads without this one.
    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            if jobs.isEmpty, idle >= Self.mostIdle { return nil }
            idle += 1
            defer { idle -= 1 }
            let end = Date(timeIntervalSinceNow: Self.patience)
            while jobs.isEmpty {
                // A job that was added at the last moment is taken.
                if !condition.wait(until: end), jobs.isEmpty { return nil }
            }
            return jobs.removeFirst()
        }
    }
}
