import Dispatch
import Foundation
import Synchronization

/// The thread that starts all workers and supervises those without a call in flight.
///
/// The kernel kills a worker when the *thread* that started it ends (PR_SET_PDEATHSIG). A caller's thread may end long
/// before the host does, but this thread never ends.
final class LaunchThread: Sendable {
    static let shared = LaunchThread()

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var patrols: [@Sendable () -> Pace] = []
        /// The shortest pace of all patrols.
        var pace = Pace.over
    }

    /// The time until a patrol is due again.
    enum Pace: Int, Comparable {
        /// The patrol is finished.
        case over
        /// Every 500 ms.
        case resting
        /// Every 50 ms, while the worker executes code.
        case busy

        static func < (one: Pace, other: Pace) -> Bool { one.rawValue < other.rawValue }
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    /// Whether the thread waits at the pace `resting`.
    private let isResting = Atomic(false)

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
    func patrol(_ body: @escaping @Sendable () -> Pace) {
        state.withLock { $0.patrols.append(body) }
        wake.signal()
    }

    /// Runs all patrols now if the thread is at the pace `resting`. Cheap when it isn't.
    func hurry() {
        if isResting.load(ordering: .relaxed), isResting.exchange(false, ordering: .relaxed) { wake.signal() }
    }

    private func work() {
        let pace = state.withLock { $0.patrols.isEmpty ? .over : $0.pace }
        isResting.store(pace == .resting, ordering: .relaxed)
        let pause: DispatchTime =
            switch pace {
            case .over: .distantFuture
            case .resting: .now() + .milliseconds(500)
            case .busy: .now() + .milliseconds(50)
            }
        _ = wake.wait(timeout: pause)
        isResting.store(false, ordering: .relaxed)
        for job in state.withLock({ state in
            defer { state.jobs = [] }
            return state.jobs
        }) { job() }
        let patrols = state.withLock { state in
            defer { state.patrols = [] }
            return state.patrols
        }
        let paces = patrols.map { $0() }
        let remaining = zip(patrols, paces).filter { $1 != .over }
        state.withLock {
            $0.patrols += remaining.map(\.0)
            // Patrols that were added meanwhile are due soon.
            $0.pace = $0.patrols.count > remaining.count ? .busy : paces.max() ?? .over
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
