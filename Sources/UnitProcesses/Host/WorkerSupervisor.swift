import Foundation
import Sandboxing
import Synchronization

/// Starts a worker when it is first needed, and restarts it after a failure: first at once, then after increasing
/// delays, and after too many offences not at all.
///
/// Thread-safe. A call takes at most as long as ``WorkerProcess/call(_:memories:deadline:)``; one that must start a
/// worker takes up to twice ``WorkerPolicy/startDeadline`` longer.
package final class WorkerSupervisor: Sendable {
    private struct State {
        var worker: WorkerProcess?
        var setUpReply: [UInt8] = []
        var offences: [(time: ContinuousClock.Instant, failure: WorkerFailure)] = []
        var delayedUntil: ContinuousClock.Instant?
        var offenceCount = 0
    }

    private let executable: URL
    private let policy: WorkerPolicy
    private let setUp: [UInt8]
    private let rules: RestartRules
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Creates a supervisor. No process is started yet.
    ///
    /// - Parameters:
    ///   - executable: A program that calls ``WorkerServer/run(_:)``.
    ///   - setUp: The first request to each new worker.
    package convenience init(executable: URL, policy: WorkerPolicy, setUp: [UInt8], rules: RestartRules = .init()) {
        self.init(executable: executable, policy: policy, setUp: setUp, rules: rules) { .now }
    }

    /// Creates a supervisor that reads the time from `now`, for tests.
    init(
        executable: URL, policy: WorkerPolicy, setUp: [UInt8], rules: RestartRules,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.executable = executable
        self.policy = policy
        self.setUp = setUp
        self.rules = rules
        self.now = now
    }

    /// The reason why the worker isn't restarted any more, or nil if it still can be.
    package var quarantine: WorkerFailure? { state.withLock { quarantine(of: &$0) } }

    /// The number of offences that still count by ``RestartRules/offenceLifetime``.
    package var offences: Int { state.withLock { recent(&$0).count } }

    /// The number of all offences since the supervisor was created or reset.
    package var offenceCount: Int { state.withLock { $0.offenceCount } }

    /// The protection of the running worker, or nil if none runs.
    package var protection: WorkerProtection? { state.withLock { $0.worker?.protection } }

    /// The process number of the running worker, or nil if none runs.
    package var processIdentifier: Int32? { state.withLock { $0.worker?.identifier } }

    /// Returns the reply to the set-up request, after starting a worker if none runs.
    package func prepare() throws(WorkerFailure) -> [UInt8] { try running(offenceCount).setUpReply }

    /// Calls the worker like ``WorkerProcess/call(_:memories:deadline:)``. A call that fails because another call ended
    /// the worker is repeated once, on a new worker.
    ///
    /// Calls that fail while they run in parallel count as one offence, because they mostly fail for the same reason:
    /// the parts of one picture are computed by the same code.
    package func call(
        _ request: [UInt8], memories: [SharedMemory] = [], deadline: Duration? = nil
    ) throws(WorkerFailure) -> [UInt8] {
        let known = offenceCount
        do {
            return try callOnce(request, memories, deadline, known)
        } catch .endedByAnotherCall {
            return try callOnce(request, memories, deadline, known)
        }
    }

    /// Ends the worker and clears its offences, because the code that it runs has changed.
    package func reset() {
        let worker = state.withLock { state in
            defer { state = State() }
            return state.worker
        }
        worker?.stop()
    }

    /// - Parameter known: The number of offences when the call began. It is an offence only if none was added since.
    private func callOnce(
        _ request: [UInt8], _ memories: [SharedMemory], _ deadline: Duration?, _ known: Int
    ) throws(WorkerFailure) -> [UInt8] {
        let worker = try running(known).worker
        do {
            return try worker.call(request, memories: memories, deadline: deadline)
        } catch {
            state.withLock { note(error, of: worker, known, &$0) }
            throw error
        }
    }

    private func running(_ known: Int) throws(WorkerFailure) -> (worker: WorkerProcess, setUpReply: [UInt8]) {
        // The lock makes other threads wait while one thread starts the worker.
        try state.withLock { state throws(WorkerFailure) in
            if let worker = state.worker {
                if worker.ending == nil { return (worker, state.setUpReply) }
                note(.endedByAnotherCall, of: worker, known, &state)
            }
            if let failure = quarantine(of: &state) { throw failure }
            if let time = state.delayedUntil, let last = state.offences.last, time > now() {
                throw .restartDelayed(time - now(), after: last.failure)
            }
            let worker = try start(known, &state)
            state.worker = worker
            return (worker, state.setUpReply)
        }
    }

    private func start(_ known: Int, _ state: inout State) throws(WorkerFailure) -> WorkerProcess {
        do throws(WorkerFailure) {
            let worker = try WorkerProcess(executable: executable, policy: policy)
            state.setUpReply = try worker.setUp(setUp)
            return worker
        } catch {
            if error.isOffence { record(error, known, &state) }
            throw error
        }
    }

    /// Records a failure. A worker that ended counts once, however many calls failed with it.
    private func note(_ failure: WorkerFailure, of worker: WorkerProcess, _ known: Int, _ state: inout State) {
        guard state.worker === worker else { return }
        if let ending = worker.ending {
            state.worker = nil
            if ending.isOffence { record(ending, known, &state) }
        } else if failure.isOffence {
            record(failure, known, &state)
        }
    }

    private func record(_ failure: WorkerFailure, _ known: Int, _ state: inout State) {
        guard state.offenceCount == known else { return }
        state.offences.append((now(), failure))
        state.offenceCount += 1
        state.delayedUntil = now() + rules.restartDelay(after: recent(&state).count)
    }

    private func quarantine(of state: inout State) -> WorkerFailure? {
        let count = recent(&state).count
        guard count >= rules.offencesToQuarantine, let last = state.offences.last else { return nil }
        return .quarantined(offences: count, last: last.failure)
    }

    private func recent(_ state: inout State) -> [(time: ContinuousClock.Instant, failure: WorkerFailure)] {
        // A quarantine never expires, so its offences are kept.
        if state.offences.count < rules.offencesToQuarantine {
            let oldest = now() - rules.offenceLifetime
            state.offences.removeAll { $0.time < oldest }
        }
        return state.offences
    }
}
