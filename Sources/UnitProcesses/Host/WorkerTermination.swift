import CSandbox
import ChildProcesses
import Glibc
import KernelLanguage
import Sandboxing

/// Ends a failed worker, and determines the cause.
struct WorkerTermination {
    /// Time to wait for the end of a worker that closed its channel. It is probably about to end, and its exit status
    /// is more informative than the closed channel.
    private static let exitTimeout = Duration.milliseconds(500)
    /// Time within which a killed process ends, unless it hangs in the kernel.
    private static let killTimeout = Duration.seconds(1)

    let process: ProcessHandle
    let page: StatusPage
    let errorOutput: ProcessErrorOutput
    let usage: WorkerUsage
    let policy: WorkerPolicy
    /// The limit of its address space in bytes. Nil if the worker failed before it reported one.
    var addressSpaceLimit: UInt64?

    init(_ launch: WorkerLaunch, _ policy: WorkerPolicy) {
        (process, page, errorOutput) = (launch.process, launch.page, launch.errorOutput)
        usage = WorkerUsage(process: launch.process, scratch: launch.scratch, threads: launch.threads, policy: policy)
        self.policy = policy
    }

    /// Ends a worker after a problem on its channel.
    ///
    /// - Parameters:
    ///   - call: The call in which the problem occurred, nil outside of calls.
    ///   - limit: The deadline of that call.
    func terminate(after problem: ChannelProblem, call: UInt64?, limit: Duration) -> WorkerEnd {
        let failure: WorkerFailure
        switch problem {
        case .closed:
            if let ending = process.end(within: Self.exitTimeout) { return end(ending, call: call) }
            failure = .malformedReply(reason: Self.closedChannel)
        // Code that waits for a thread that couldn't be started waits until the deadline.
        case .expired: failure = usage.measured().excess ?? .timedOut(limit)
        case .malformedReply(let reason): failure = .malformedReply(reason: reason)
        case .tooLarge(let bytes): failure = .replyTooLarge(bytes: bytes, limit: policy.replyLimit)
        }
        return terminate(because: failure, call: call)
    }

    /// Ends a worker for a known reason.
    func terminate(because failure: WorkerFailure, call: UInt64?) -> WorkerEnd {
        process.kill()
        _ = process.end(within: Self.killTimeout)
        return WorkerEnd(failure: failure, call: call)
    }

    private static let closedChannel = "it closed its channel"

    /// Returns the cause of the end of a process that ended without being killed by the host.
    private func end(_ ending: ProcessEnding, call: UInt64?) -> WorkerEnd {
        // The worker can forge its own crash record, so the record counts only where it agrees with the exit status.
        let fatality = page.fatality
        let blamed = fatality.flatMap { $0.call == 0 ? nil : $0.call }
        let actions = page.newActions(of: call ?? 0)
        if case .signalled(SIGXCPU) = ending {
            return WorkerEnd(failure: .usedUpProcessorTime(policy.processorTime), call: nil)
        }
        // Most code assumes that a thread can be started, and ends the process otherwise.
        if let excess = usage.measured().excess { return WorkerEnd(failure: excess, call: nil) }
        // A crash after a refused action usually comes from code that didn't expect the action to fail.
        if !actions.isEmpty { return WorkerEnd(failure: .forbidden(actions), call: call) }
        switch ending {
        case .signalled(SIGSYS):
            return WorkerEnd(failure: .forbidden([ForbiddenAction(.madeSystemCall)]), call: blamed)
        case .signalled(let signal):
            if signal == SIGSEGV || signal == SIGBUS, fatality?.signal == UInt32(signal), let access = page.access {
                return WorkerEnd(failure: .outOfBounds(access), call: blamed)
            }
            if let fatality, fatality.signal == UInt32(signal), isNearLimit(fatality.address_space) {
                return WorkerEnd(failure: .usedUpMemory(limit: policy.addressSpace), call: blamed)
            }
            // The signals of Swift's traps, with which code ends that unwraps a kernel which doesn't compile.
            if signal == SIGILL || signal == SIGTRAP, let diagnostics = LoggedDiagnostics.last(in: errorOutput.keptText)
            {
                return WorkerEnd(failure: .brokenKernel(diagnostics: diagnostics), call: blamed)
            }
            return WorkerEnd(failure: .crashed(signal: signal, errorOutput: errorOutput.text), call: blamed)
        case .exited(WorkerOrders.channelClosedCode):
            return WorkerEnd(failure: .malformedReply(reason: Self.closedChannel), call: call)
        case .exited(let code):
            return WorkerEnd(failure: .exited(code: code, errorOutput: errorOutput.text), call: nil)
        case .unknown:
            return WorkerEnd(failure: .exited(code: nil, errorOutput: errorOutput.text), call: blamed)
        }
    }

    /// Whether so little address space was left that an ordinary allocation may have failed: less than a quarter of
    /// what the policy allows.
    private func isNearLimit(_ addressSpace: UInt64) -> Bool {
        guard let addressSpaceLimit else { return false }
        return addressSpace > addressSpaceLimit - UInt64(policy.addressSpace / 4)
    }
}
