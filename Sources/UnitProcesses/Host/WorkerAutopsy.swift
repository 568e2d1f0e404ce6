import CSandbox
import Glibc
import KernelLanguage

/// Ends a worker that can't go on, and finds out what it died of.
struct WorkerAutopsy {
    /// A worker that closed its channel is about to end, most likely, and how it ends says more.
    private static let patience = Duration.milliseconds(500)
    /// Nothing that was killed takes longer, but for what hangs in the kernel.
    private static let grace = Duration.seconds(1)

    let process: ProcessHandle
    let page: StatusPage
    let lastWords: LastWords
    let usage: WorkerUsage
    let policy: WorkerPolicy
    /// The limit of its address space; nil where it didn't get that far.
    var addressSpaceLimit: UInt64?

    init(_ launch: WorkerLaunch, _ policy: WorkerPolicy) {
        (process, page, lastWords) = (launch.process, launch.page, launch.lastWords)
        usage = WorkerUsage(process: launch.process, scratch: launch.scratch, threads: launch.threads, policy: policy)
        self.policy = policy
    }

    /// - Parameters:
    ///   - call: The call that met the problem, nil outside of calls.
    ///   - limit: How long that call might take.
    func examine(_ problem: ChannelProblem, call: UInt64?, limit: Duration) -> WorkerEnd {
        let failure: WorkerFailure
        switch problem {
        case .closed:
            if let ending = process.end(within: Self.patience) { return examine(ending, call: call) }
            failure = .garbage(reason: Self.hungUp)
        // Code that waits for a thread which it can't get waits for ever.
        case .expired: failure = usage.look().excess ?? .timedOut(limit)
        case .garbage(let reason): failure = .garbage(reason: reason)
        case .tooLarge(let bytes): failure = .replyTooLarge(bytes: bytes, limit: policy.replyLimit)
        }
        return end(failure, call: call)
    }

    /// Ends a worker for a reason that is known.
    func end(_ failure: WorkerFailure, call: UInt64?) -> WorkerEnd {
        process.kill()
        _ = process.end(within: Self.grace)
        return WorkerEnd(failure: failure, call: call)
    }

    private static let hungUp = "it closed its channel"

    /// What a process died of that ended by itself.
    private func examine(_ ending: ProcessHandle.Ending, call: UInt64?) -> WorkerEnd {
        // What a worker notes of its end counts only where it fits: it can write there what it likes.
        let fatality = page.fatality
        let blamed = fatality.flatMap { $0.call == 0 ? nil : $0.call }
        let actions = page.newActions(of: call ?? 0)
        if case .signalled(SIGXCPU) = ending {
            return WorkerEnd(failure: .usedUpProcessorTime(policy.processorTime), call: nil)
        }
        // Most code takes for granted that it gets a thread, and ends without.
        if let excess = usage.look().excess { return WorkerEnd(failure: excess, call: nil) }
        // A crash after something was refused is most often code that took for granted that it succeeds.
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
            return WorkerEnd(failure: .crashed(signal: signal, lastWords: lastWords.text), call: blamed)
        case .exited(WorkerOrders.hungUpCode):
            return WorkerEnd(failure: .garbage(reason: Self.hungUp), call: call)
        case .exited(let code):
            return WorkerEnd(failure: .exited(code: code, lastWords: lastWords.text), call: nil)
        case .unknown:
            return WorkerEnd(failure: .exited(code: nil, lastWords: lastWords.text), call: blamed)
        }
    }

    /// Whether so little was left that an allocation of usual size may have failed: a quarter of what it might use.
    private func isNearLimit(_ addressSpace: UInt64) -> Bool {
        guard let addressSpaceLimit else { return false }
        return addressSpace > addressSpaceLimit - UInt64(policy.addressSpace / 4)
    }
}
