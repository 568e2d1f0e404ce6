import Dispatch
import Foundation
import Synchronization

/// The thread that starts all workers, and looks after those that nobody is calling.
///
/// The kernel ends a worker when the *thread* that started it ends (PR_SET_PDEATHSIG), which any caller's thread may do long before the
/// host does. This one never ends.
final class LaunchThread: Sendable {
    static let shared = LaunchThread()

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        /// Each says whether it wants to be asked again.
        var patrols: [@Sendable () -> Bool] = []
    }

    private static let pause = DispatchTimeInterval.milliseconds(500)

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in
            while true { work() }
        }
        thread.name = "worker launch"
        thread.start()
    }

    /// Runs a closure on the thread and waits for it.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let job = Job(body)
        state.withLock { $0.jobs.append { job.run() } }
        wake.signal()
        return job.wait()
    }

    /// Has the closure called twice a second until it returns false.
    func patrol(_ body: @escaping @Sendable () -> Bool) {
        state.withLock { $0.patrols.append(body) }
        wake.signal()
    }

    private func work() {
        let isIdle = state.withLock { $0.patrols.isEmpty }
        _ = wake.wait(timeout: isIdle ? .distantFuture : .now() + Self.pause)
        for job in state.withLock({ state in
            defer { state.jobs = [] }
            return state.jobs
        }) { job() }
        let patrols = state.withLock { state in
            defer { state.patrols = [] }
            return state.patrols
        }
        let remaining = patrols.filter { $0() }
        state.withLock { $0.patrols += remaining }
    }
}

/// Work for another thread, with its result.
private final class Job<Result: Sendable>: Sendable {
    private let body: @Sendable () -> Result
    private let result = Mutex<Result?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Result) { self.body = body }

    func run() {
        let value = body()
        result.withLock { $0 = value }
        done.signal()
    }

    func wait() -> Result {
        done.wait()
        return result.withLock { $0! }
    }
}
