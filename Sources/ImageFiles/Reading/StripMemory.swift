import Foundation
import Synchronization

/// Memory for rows, which goes back to its pool when nobody looks at the rows any more: a pass over a picture needs the same few
/// buffers again and again, and fresh ones would cost page faults.
final class StripMemory: @unchecked Sendable {
    /// First byte. Written by one thread before it is shared, then only read.
    let bytes: UnsafeMutableRawPointer
    private let byteCount: Int
    private let pool: Pool

    fileprivate init(_ bytes: UnsafeMutableRawPointer, byteCount: Int, pool: Pool) {
        (self.bytes, self.byteCount, self.pool) = (bytes, byteCount, pool)
    }

    deinit { pool.giveBack(bytes, byteCount: byteCount) }

    /// Buffers that wait for their next use; of one size, as strips are.
    final class Pool: @unchecked Sendable {
        private let lock = NSLock()
        private var idle: [(bytes: UnsafeMutableRawPointer, byteCount: Int)] = []
        private static let mostKept = 4

        deinit { for buffer in idle { free(buffer.bytes) } }

        /// Memory of undefined bytes.
        ///
        /// - Throws: `ImageFileError.unreadable` when the system has no memory left.
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

        fileprivate func giveBack(_ bytes: UnsafeMutableRawPointer, byteCount: Int) {
            lock.withLock {
                idle.append((bytes, byteCount))
                // The oldest goes first: it is of a size that is no longer asked for.
                if idle.count > Self.mostKept { free(idle.removeFirst().bytes) }
            }
        }
    }
}
