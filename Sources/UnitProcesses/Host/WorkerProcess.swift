import CSandbox
import ChildProcesses
import Foundation
import Glibc
import Sandboxing
import Synchronization
import UntrustedInput

/// A process for untrusted code. It is sandboxed before it loads that code, and every failure in it is thrown here as a
/// ``WorkerFailure`` within the deadline.
///
/// Thread-safe. After ``ending`` is set, no call is possible; ``WorkerSupervisor`` starts another process. The process
/// ends when the last reference is released.
package final class WorkerProcess: Sendable {
    /// The protection that is in force.
    package let protection: WorkerProtection
    /// The limits of the worker.
    package let policy: WorkerPolicy

    private let termination: WorkerTermination
    /// The limit of its address space in bytes, without shared memory.
    private let addressSpaceLimit: UInt64
    private let usage: WorkerUsage
    private let channels: ChannelPool
    private let calls = Mutex(CallsInFlight())
    private let end = Mutex<WorkerEnd?>(nil)

    /// Starts a program that calls ``WorkerServer/run(_:)``, and waits until it is sandboxed.
    ///
    /// - Throws: ``WorkerFailure/missingExecutable(path:)``, ``WorkerFailure/cannotStart(reason:)``,
    ///   ``WorkerFailure/unprotected(reason:)``, or the cause of the program's end.
    package init(executable: URL, policy: WorkerPolicy) throws(WorkerFailure) {
        let launch = try WorkerLaunch(executable, policy)
        var termination = WorkerTermination(launch, policy)
        let answer = try Self.giveOrders(launch, policy, termination)
        termination.addressSpaceLimit = answer.addressSpaceLimit
        self.termination = termination
        self.policy = policy
        protection = answer.protection
        addressSpaceLimit = answer.addressSpaceLimit
        usage = termination.usage
        channels = ChannelPool(launch.channels)
        let last = Mutex(Inspection())
        LaunchThread.shared.addPeriodicTask { [weak self] in
            guard let self else { return .finished }
            return last.withLock { self.inspect(&$0) }
        }
    }

    deinit { stop() }

    /// The reason for which the process has ended, or nil while it runs. ``WorkerFailure/endedByAnotherCall`` after
    /// ``stop()``.
    package var ending: WorkerFailure? { end.withLock { $0?.failure } }

    /// The process number, for messages and measurements.
    package var identifier: Int32 { termination.process.identifier }

    /// Sends the first request, which tells the worker what to load. Waits for the reply within the policy's start
    /// deadline. It must be the first call.
    package func setUp(_ request: [UInt8]) throws(WorkerFailure) -> [UInt8] {
        try perform(.setUp, request, [], policy.startDeadline)
    }

    /// Sends a request and waits for its reply. As many calls run concurrently as there are channels; further calls
    /// wait for a channel.
    ///
    /// - Parameters:
    ///   - memories: Up to 64 memories that are shared with the worker for this call.
    ///   - deadline: The time limit for the whole call, including the wait for a channel. The default is the policy's.
    package func call(
        _ request: [UInt8], memories: [SharedMemory] = [], deadline: Duration? = nil
    ) throws(WorkerFailure) -> [UInt8] {
        precondition(memories.count <= 64, "At most 64 memories can be shared in a call.")
        return try perform(.call, request, memories, deadline ?? policy.callDeadline)
    }

    /// Ends the process. Calls in flight throw ``WorkerFailure/endedByAnotherCall``.
    package func stop() { _ = end(.endedByAnotherCall, call: nil) }

    private func perform(
        _ kind: Frame.Kind, _ request: [UInt8], _ memories: [SharedMemory], _ limit: Duration
    ) throws(WorkerFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        guard let channel = channels.take(until: deadline) else { throw .busy(limit) }
        defer { channels.release(channel) }
        guard isReady(channel) else { throw .endedByAnotherCall }
        let shared = memories.reduce(0) { $0 + $1.byteCount }
        let call = calls.withLock {
            $0.begin(termination.process, policy, shared: shared, addressSpaceLimit: addressSpaceLimit)
        }
        LaunchThread.shared.runTasksSoon()
        defer { calls.withLock { $0.finish(call, termination.process, addressSpaceLimit: addressSpaceLimit) } }

        let answer: (kind: Frame.Kind, body: [UInt8])
        do throws(ChannelProblem) {
            answer = try channel.exchange(
                kind, call: call, request, memories: memories, replyLimit: policy.replyLimit, until: deadline)
        } catch {
            throw end(because: error, call: call, limit: limit)
        }
        let actions = termination.page.newActions(of: call)
        // The page can't record further actions, so the worker can't continue.
        if termination.page.isFull { throw end(.forbidden(actions), call: call) }
        guard actions.isEmpty else { throw .forbidden(actions) }
        // The call may have ended before the next inspection of the worker's threads.
        if let threads = usage.threads, threads.refusals > 0 {
            throw end(.tooManyThreads(limit: policy.threads), call: nil)
        }
        switch answer.kind {
        case .reply: return answer.body
        case .refusal: throw .refused(reason: printable(String(decoding: answer.body, as: UTF8.self), limit: 4000))
        default: throw end(because: .malformedReply("it isn't a reply"), call: call, limit: limit)
        }
    }

    /// Whether a call can start: the process runs and hasn't sent an unrequested message. If false, the failure isn't
    /// attributed to this call.
    private func isReady(_ channel: HostChannel) -> Bool {
        guard ending == nil else { return false }
        if !Polling.wait([(termination.process.descriptor.number, POLLIN)], until: .now).isEmpty {
            _ = end(because: .closed, call: nil, limit: .zero)
            return false
        }
        switch channel.idleness {
        case .silent: return true
        case .unrequested:
            _ = end(because: .malformedReply("it sent a message without a request"), call: nil, limit: .zero)
        // The end of the process may not be reported yet; the cause of its end is awaited.
        case .closed: _ = end(because: .closed, call: nil, limit: .zero)
        }
        return false
    }

    /// Ends the worker after a problem, and returns the failure that this call throws. Only the first problem counts.
    private func end(because problem: ChannelProblem, call: UInt64?, limit: Duration) -> WorkerFailure {
        conclude(call) { termination.terminate(after: problem, call: call, limit: limit) }
    }

    private func end(_ failure: WorkerFailure, call: UInt64?) -> WorkerFailure {
        conclude(call) { termination.terminate(because: failure, call: call) }
    }

    private func conclude(_ call: UInt64?, _ find: () -> WorkerEnd) -> WorkerFailure {
        let found = end.withLock { end in
            if end == nil { end = find() }
            return end!
        }
        return found.call == nil || found.call == call ? found.failure : .endedByAnotherCall
    }

    /// The measurements of an inspection.
    private struct Inspection {
        var call: UInt64 = 0
        var processorTime: Int64 = 0
    }

    /// Ends the worker if it exceeds a limit of threads, scratch folder or processor time. The processor time is
    /// checked here too, because code can block the kernel's SIGXCPU.
    ///
    /// - Returns: The pace of the next inspection, which is faster while the worker executes code.
    private func inspect(_ last: inout Inspection) -> LaunchThread.Pace {
        guard ending == nil else { return .finished }
        let (excess, scratchBytes) = usage.measured()
        let process = termination.process
        if usage.scratch.isInMemory, excess == nil {
            calls.withLock { $0.reserveScratchMemory(scratchBytes, process, addressSpaceLimit: addressSpaceLimit) }
        }
        let (limit, call, isIdle) = calls.withLock { ($0.processorLimit, $0.last, $0.isEmpty) }
        let used = csandbox_processor_time(process.identifier)
        let isLate = limit != .max && used > 0 && UInt64(used) / 1_000_000_000 > limit
        if let failure = excess ?? (isLate ? .usedUpProcessorTime(policy.processorTime) : nil) {
            _ = end(failure, call: nil)
            return .finished
        }
        let isAtWork = !isIdle || call != last.call || used - last.processorTime > 1_000_000
        last = Inspection(call: call, processorTime: used)
        return isAtWork ? .busy : .idle
    }

    private static func giveOrders(
        _ launch: WorkerLaunch, _ policy: WorkerPolicy, _ termination: WorkerTermination
    ) throws(WorkerFailure) -> SandboxOrders.Answer {
        let answer: (kind: Frame.Kind, body: [UInt8])
        do {
            let orders = try JSONEncoder().encode(launch.orders(policy))
            answer = try launch.channels[0].exchange(
                .orders, call: 0, [UInt8](orders), replyLimit: 1 << 16, until: .now + policy.startDeadline)
        } catch let problem as ChannelProblem {
            let failure = termination.terminate(after: problem, call: 0, limit: policy.startDeadline).failure
            if case .exited(let code, let errorOutput) = failure, code == WorkerOrders.missingLibraryCode {
                throw .cannotStart(reason: errorOutput)
            }
            throw failure
        } catch {
            throw .cannotStart(reason: "\(error)")
        }
        switch answer.kind {
        case .ready:
            if let answer = try? CheckedJSON.decode(SandboxOrders.Answer.self, from: Data(answer.body)) {
                return answer
            }
        case .refusal:
            _ = termination.terminate(because: .endedByAnotherCall, call: nil)
            throw .unprotected(reason: printable(String(decoding: answer.body, as: UTF8.self), limit: 1000))
        default: break
        }
        throw termination.terminate(after: .malformedReply("it doesn't answer its orders"), call: 0, limit: .zero)
            .failure
    }
}
