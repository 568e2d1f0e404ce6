import CSandbox
import ChildProcesses
import Glibc
import Synchronization

/// The page on which a worker's signal handlers record refused actions and the cause of a crash.
///
/// The worker can write anything to it, so the host rejects implausible contents.
package final class StatusPage: Sendable {
    private let memory: SharedMemory
    /// Indices of the entries that ``newActions(of:)`` has returned already.
    private let seen = Mutex<Set<UInt32>>([])

    /// The page as a file, which the worker gets.
    package var descriptor: FileDescriptor { memory.descriptor }

    /// Creates an empty page.
    package init() throws(SharedMemoryError) {
        memory = try SharedMemory(byteCount: MemoryLayout<csandbox_status>.size, workersMayWrite: true)
    }

    /// Whether more actions were refused than the page can hold.
    package var isFull: Bool { withStatus { csandbox_action_count($0) > UInt32(CSANDBOX_ACTION_CAPACITY) } }

    /// Returns the actions refused to a call, or to a thread that belongs to no call, since the last time.
    package func newActions(of call: UInt64) -> [ForbiddenAction] {
        withStatus { status in
            let count = min(csandbox_action_count(status), UInt32(CSANDBOX_ACTION_CAPACITY))
            // Fast path: most calls have no refused action and need no lock.
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

    /// The record of the crash handler, or nil if it didn't run.
    package var fatality: csandbox_fatality? {
        let fatality = withStatus { csandbox_copy_fatality($0) }
        return fatality.signal == 0 ? nil : fatality
    }

    /// The access to pixels that ended the worker. Nil if the crash handler recorded none, or an impossible one.
    package var access: OutOfBoundsAccess? { OutOfBoundsAccess(withStatus { csandbox_copy_access($0) }) }

    private func withStatus<Result>(_ body: (UnsafePointer<csandbox_status>) -> Result) -> Result {
        memory.withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: csandbox_status.self)) }
    }
}
