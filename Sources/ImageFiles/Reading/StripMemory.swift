import Foundation
import Synchronization

/// Memory for rows, which returns to its pool with the last reference. A pass over a picture needs a few buffers of the
/// same size repeatedly, and new ones would cost page faults.
final class StripMemory: @unchecked Sendable {
    /// The first byte. One thread writes the bytes before they are shared; after that, they are only read.
    let bytes: UnsafeMutableRawPointer
    private let byteCount: Int
    private let pool: Pool

    fileprivate init(_ bytes: UnsafeMutableRawPointer, byteCount: Int, pool: Pool) {
        (self.bytes, self.byteCount, self.pool) = (bytes, byteCount, pool)
    }

    deinit { pool.recycle(bytes, byteCount: byteCount) }

    /// Unused buffers, mostly of one size, that of a strip.
    final class Pool: @unchecked Sendable {
        private let lock = NSLock()
        private var idle: [(bytes: UnsafeMutableRawPointer, byteCount: Int)] = []
        private static let maximumIdleCount = 4

        deinit { for buffer in idle { free(buffer.bytes) } }

        /// Returns memory with undefined contents.
        ///
        /// - Throws: `ImageFileError.unreadable` if the system has no memory left.
        func memory(byteCount: Int, for name: String) throws(ImageFileError) -> StripMemory {
            let found = lock.withLock { () -> UnsafeMutableRawPointer? in
                guard let index = idle.firstIndex(where: { $0.byteCount == byteCount }) else { return nil }
                return idle.remove(at: index).bytes
            }
            if let found { return StripMemory(found, byteCount: byteCount, pool: self) }
            var made: UnsafeMutableRawPointer?
            guard posix_memalign(&made, 64, max(64, byteCount)) == 0, let made else {
                throw .unreadable(file: name, reason: "the system refused \(byteCount) bytes of memory")
            }
            return StripMemory(made, byteCount: byteCount, pool: self)
        }

        fileprivate func recycle(_ bytes: UnsafeMutableRawPointer, byteCount: Int) {
            lock.withLock {
                idle.append((bytes, byteCount))
                // The oldest buffer is removed first; its size is no longer used.
                if idle.count > Self.maximumIdleCount { free(idle.removeFirst().bytes) }
            }
        }
    }
}
