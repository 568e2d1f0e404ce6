import Foundation
import Synchronization

/// A worker that is started when it is first needed, and again when it failed: at once, then after longer and longer pauses, and after
/// too many offences not any more.
///
/// Thread-safe. Calls take as long as a worker's, and those that have to start one take ``WorkerPolicy/startDeadline`` twice more at
/// most.
public final class WorkerSupervisor: Sendable {
    private struct State {
        var worker: WorkerProcess?
        var setUpReply: [UInt8] = []
        var offences: [(time: ContinuousClock.Instant, failure: WorkerFailure)] = []
        var restsUntil: ContinuousClock.Instant?
        var offenceCount = 0
    }

    private let executable: URL
    private let policy: WorkerPolicy
    private let setUp: [UInt8]
    private let rules: RestartRules
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - executable: A program that calls ``WorkerServer/run(_:)``.
    ///   - setUp: The first request that each new worker gets.
    public convenience init(executable: URL, policy: WorkerPolicy, setUp: [UInt8], rules: RestartRules = .init()) {
        self.init(executable: executable, policy: policy, setUp: setUp, rules: rules) { .now }
    }

    /// With a clock of its own.
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

    /// Why the worker isn't started any more, and nil as long as it is.
    public var quarantine: WorkerFailure? { state.withLock { quarantine(of: &$0) } }

    /// How often it has failed lately.
    public var offences: Int { state.withLock { recent(&$0).count } }

    /// How often it has failed since it was made or reset, long ago included.
    public var offenceCount: Int { state.withLock { $0.offenceCount } }

    /// What keeps the worker in that is running, if one is.
    public var protection: WorkerProtection? { state.withLock { $0.worker?.protection } }

    /// The worker's process, if one runs.
    public var processIdentifier: Int32? { state.withLock { $0.worker?.identifier } }

    /// The reply to the set-up request, for which a worker is started if none runs.
    public func prepare() throws(WorkerFailure) -> [UInt8] { try running().setUpReply }

    /// Calls the worker as ``WorkerProcess/call(_:memories:deadline:)`` does. A call that fails through no fault of its own is made once
    /// more, on a new worker.
    public func call(
        _ request: [UInt8], memories: [SharedMemory] = [], deadline: Duration? = nil
    ) throws(WorkerFailure) -> [UInt8] {
        do {
            return try callOnce(request, memories, deadline)
        } catch .endedByAnotherCall {
            return try callOnce(request, memories, deadline)
        }
    }

    /// Ends the worker, and forgives what it did: what it runs has changed.
    public func reset() {
        let worker = state.withLock { state in
            defer { state = State() }
            return state.worker
        }
        worker?.stop()
    }

    private func callOnce(
        _ request: [UInt8], _ memories: [SharedMemory], _ deadline: Duration?
    ) throws(WorkerFailure) -> [UInt8] {
        let worker = try running().worker
        do {
            return try worker.call(request, memories: memories, deadline: deadline)
        } catch {
            state.withLock { note(error, of: worker, &$0) }
            throw error
        }
    }

    private func running() throws(WorkerFailure) -> (worker: WorkerProcess, setUpReply: [UInt8]) {
        // One thread starts it, and the others wait for that.
        try state.withLock { state throws(WorkerFailure) in
            if let worker = state.worker {
                if worker.ending == nil { return (worker, state.setUpReply) }
                note(.endedByAnotherCall, of: worker, &state)
            }
            if let failure = quarantine(of: &state) { throw failure }
            if let time = state.restsUntil, let last = state.offences.last, time > now() {
                throw .resting(time - now(), after: last.failure)
            }
            let worker = try start(&state)
            state.worker = worker
            return (worker, state.setUpReply)
        }
    }

    private func start(_ state: inout State) throws(WorkerFailure) -> WorkerProcess {
        do throws(WorkerFailure) {
            let worker = try WorkerProcess(executable: executable, policy: policy)
            state.setUpReply = try worker.setUp(setUp)
            return worker
        } catch {
            if error.isOffence { record(error, &state) }
            throw error
        }
    }

    /// Counts a failure, once for a worker that ended, however many calls it took along.
    private func note(_ failure: WorkerFailure, of worker: WorkerProcess, _ state: inout State) {
        guard state.worker === worker else { return }
        if let ending = worker.ending {
            state.worker = nil
            if ending.isOffence { record(ending, &state) }
        } else if failure.isOffence {
            record(failure, &state)
        }
    }

    private func record(_ failure: WorkerFailure, _ state: inout State) {
        state.offences.append((now(), failure))
        state.offenceCount += 1
        state.restsUntil = now() + rules.rest(after: recent(&state).count)
    }

    private func quarantine(of state: inout State) -> WorkerFailure? {
        let count = recent(&state).count
        guard count >= rules.offencesToQuarantine, let last = state.offences.last else { return nil }
        return .quarantined(offences: count, last: last.failure)
    }

    private func recent(_ state: inout State) -> [(time: ContinuousClock.Instant, failure: WorkerFailure)] {
        // Who is in quarantine stays there.
        if state.offences.count < rules.offencesToQuarantine {
            let oldest = now() - rules.memory
            state.offences.removeAll { $0.time < oldest }
        }
        return state.offences
    }
}
