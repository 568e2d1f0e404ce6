import CSandbox
import Synchronization

/// Memory for pixels that a worker's calls use one after the other: new pages cost more time than most processors'
/// work. Thread-safe.
public final class GuardedMemoryPool: Sendable {
    /// The worker's. In other processes it has no memory: they aren't ended by reading on.
    public static let shared = GuardedMemoryPool(isActive: csandbox_has_handlers() != 0)

    /// What is kept at most while nobody uses it.
    private static let mostBytes = 16 << 20
    private static let mostPieces = 64

    /// From the longest kept to the latest.
    private let kept = Mutex<[GuardedMemory]>([])

    private let isActive: Bool

    init(isActive: Bool) { self.isActive = isActive }

    /// Memory of whole pages that hold as many bytes, of any content. Give it back after use.
    ///
    /// - Returns: nil in a process that is no worker, and where there is no memory.
    public func take(holding byteCount: Int) -> GuardedMemory? {
        guard isActive else { return nil }
        let size = SharedMemory.wholePages(byteCount)
        let found = kept.withLock { kept in
            kept.lastIndex { $0.byteCount == size }.map { kept.remove(at: $0) }
        }
        return found ?? GuardedMemory(holding: byteCount)
    }

    /// Bytes of the memory that nobody uses.
    var byteCount: Int { kept.withLock { $0.reduce(0) { $0 + $1.byteCount } } }

    /// Keeps memory for later, and lets go of what was kept longest where it is too much.
    public func giveBack(_ memory: GuardedMemory) {
        memory.forgetPixels()
        guard memory.byteCount <= Self.mostBytes else { return }
        let surplus = kept.withLock { kept in
            kept.append(memory)
            var (staying, bytes) = (0, 0)
            for memory in kept.reversed() {
                bytes += memory.byteCount
                if bytes > Self.mostBytes || staying == Self.mostPieces { break }
                staying += 1
            }
            let surplus = Array(kept.dropLast(staying))
            kept.removeFirst(surplus.count)
            return surplus
        }
        // Unmapping takes time, which other threads need not wait for.
        withExtendedLifetime(surplus) {}
    }
}
