import CSandbox
import Sandboxing
import Synchronization

/// A pool of memory for the pixels of a worker's calls, because mapping new pages takes more time than the work of most
/// processors. Thread-safe.
package final class GuardedMemoryPool: Sendable {
    /// The pool of this worker. In other processes it provides no memory, because an access out of bounds doesn't end
    /// them.
    package static let shared = GuardedMemoryPool(isActive: csandbox_has_handlers() != 0)

    /// Limits for the memory that is kept while it isn't in use.
    private static let maximumBytes = 16 << 20
    private static let maximumCount = 64

    /// Oldest first.
    private let kept = Mutex<[GuardedMemory]>([])

    private let isActive: Bool

    init(isActive: Bool) { self.isActive = isActive }

    /// Returns memory with arbitrary contents, of at least `byteCount` bytes in whole pages. Give it back after use.
    ///
    /// - Returns: Nil if this process isn't a worker, or if there isn't enough memory.
    package func take(holding byteCount: Int) -> GuardedMemory? {
        guard isActive else { return nil }
        let size = SharedMemory.wholePages(byteCount)
        let found = kept.withLock { kept in
            kept.lastIndex { $0.byteCount == size }.map { kept.remove(at: $0) }
        }
        return found ?? GuardedMemory(holding: byteCount)
    }

    /// Returns a page that can't be accessed, for an image without pixels, whose rows are stored from the top down. It
    /// isn't given back.
    ///
    /// - Returns: Nil if this process isn't a worker, or if there isn't enough memory.
    package func pageWithoutPixels(of image: Int?, _ bytesPerPixel: Int) -> GuardedMemory? {
        guard isActive else { return nil }
        return GuardedMemory(
            withoutPixelsOfImage: image, bytesPerRow: -GuardedMemory.noPixelsBytesPerRow, bytesPerPixel: bytesPerPixel)
    }

    /// The bytes of memory that isn't in use.
    var byteCount: Int { kept.withLock { $0.reduce(0) { $0 + $1.byteCount } } }

    /// Keeps memory for later use, and releases the oldest memory above the limits.
    package func release(_ memory: GuardedMemory) {
        memory.removePixelDeclaration()
        guard memory.byteCount <= Self.maximumBytes else { return }
        let surplus = kept.withLock { kept in
            kept.append(memory)
            var (staying, bytes) = (0, 0)
            for memory in kept.reversed() {
                bytes += memory.byteCount
                if bytes > Self.maximumBytes || staying == Self.maximumCount { break }
                staying += 1
            }
            let surplus = Array(kept.dropLast(staying))
            kept.removeFirst(surplus.count)
            return surplus
        }
        // Unmapping takes time, so it happens outside of the lock.
        withExtendedLifetime(surplus) {}
    }
}
