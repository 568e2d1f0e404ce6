import Dispatch
import Foundation
import Synchronization

/// The thread that starts all workers and supervises those without a call in flight.
///
/// The kernel kills a worker when the *thread* that started it ends (PR_SET_PDEATHSIG). A caller's thread may end long
/// before the host does, but this thread never ends.
package final class LaunchThread: Sendable {
    /// The only object.
    package static let shared = LaunchThread()

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var tasks: [@Sendable () -> Pace] = []
        /// The shortest pace of all tasks.
        var pace = Pace.finished
    }

    /// The time until a periodic task is due again.
    package enum Pace: Int, Comparable {
        /// The task isn't called again.
        case finished
        /// Every 500 ms.
        case idle
        /// Every 50 ms, while the worker executes code.
        case busy

        /// Compares how soon the next call is.
        package static func < (one: Pace, other: Pace) -> Bool { one.rawValue < other.rawValue }
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    /// Whether the thread waits at the pace `idle`.
    private let isIdle = Atomic(false)

    private init() {
        let thread = Thread { [self] in
            while true { work() }
        }
        thread.name = "worker launch"
        thread.start()
    }

    /// Runs a closure on this thread and waits for its result.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let job = Job(body)
        state.withLock { $0.jobs.append { job.run() } }
        wake.signal()
        return job.wait()
    }

    /// Calls the closure repeatedly, each time at the pace that its last call returned.
    package func addPeriodicTask(_ body: @escaping @Sendable () -> Pace) {
        state.withLock { $0.tasks.append(body) }
        wake.signal()
    }

    /// Runs all periodic tasks soon if the thread is at the pace `idle`. Cheap when it isn't.
    package func runTasksSoon() {
        if isIdle.load(ordering: .relaxed), isIdle.exchange(false, ordering: .relaxed) { wake.signal() }
    }

    private func work() {
        let pace = state.withLock { $0.tasks.isEmpty ? .finished : $0.pace }
        isIdle.store(pace == .idle, ordering: .relaxed)
        let pause: DispatchTime =
            switch pace {
            case .finished: .distantFuture
            case .idle: .now() + .milliseconds(500)
            case .busy: .now() + .milliseconds(50)
            }
        _ = wake.wait(timeout: pause)
        isIdle.store(false, ordering: .relaxed)
        for job in state.withLock({ state in
            defer { state.jobs = [] }
            return state.jobs
        }) { job() }
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        let paces = tasks.map { $0() }
        let remaining = zip(tasks, paces).filter { $1 != .finished }
        state.withLock {
            $0.tasks += remaining.map(\.0)
            // Tasks that were added meanwhile are due soon.
            $0.pace = $0.tasks.count > remaining.count ? .busy : paces.max() ?? .finished
        }
    }
}

/// A closure to run on another thread, with its result.
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
