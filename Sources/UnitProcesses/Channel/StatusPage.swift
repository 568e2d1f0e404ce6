import CSandbox
import Glibc
import Synchronization

/// The page on which a worker's signal handlers note what was refused to it and how it died. The host reads it and believes nothing that
/// isn't plausible, as a worker can write anything there.
final class StatusPage: Sendable {
    private let memory: SharedMemory
    /// Which entries have been handed out.
    private let seen = Mutex<Set<UInt32>>([])

    var descriptor: FileDescriptor { memory.descriptor }

    init() throws(WorkerFailure) {
        memory = try SharedMemory(byteCount: MemoryLayout<csandbox_status>.size, workersMayWrite: true)
    }

    /// Whether more was refused than the page holds.
    var isFull: Bool { withStatus { csandbox_action_count($0) > UInt32(CSANDBOX_ACTION_CAPACITY) } }

    /// What was refused to a call, or to a thread that works for none, since it was last asked for.
    func newActions(of call: UInt64) -> [ForbiddenAction] {
        withStatus { status in
            let count = min(csandbox_action_count(status), UInt32(CSANDBOX_ACTION_CAPACITY))
            // Nearly every call: nothing to look at, nothing to lock.
            guard count > 0 else { return [] }
            return seen.withLock { seen in
                (0..<count).compactMap { index in
                    var entry = csandbox_action()
                    guard !seen.contains(index), csandbox_copy_action(status, index, &entry) != 0,
                        entry.call == call || entry.call == 0
                    else { return nil }
                    seen.insert(index)
                    return ForbiddenAction(entry)
                }
            }
        }
    }

    /// What the crash handler noted, or nil if it didn't run.
    var fatality: csandbox_fatality? {
        let fatality = withStatus { csandbox_copy_fatality($0) }
        return fatality.signal == 0 ? nil : fatality
    }

    /// The access to pixels that ended the worker, or nil if the crash handler noted none, or one that can't be.
    var access: OutOfBoundsAccess? { OutOfBoundsAccess(withStatus { csandbox_copy_access($0) }) }

    private func withStatus<Result>(_ body: (UnsafePointer<csandbox_status>) -> Result) -> Result {
        memory.withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: csandbox_status.self)) }
    }
}
