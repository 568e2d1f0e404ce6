import Foundation

/// Memory of a pixel buffer. It is released, or returned to its pool, when the last reference to this object is gone.
final class PixelBufferMemory: @unchecked Sendable {
    /// Bytes that a pool passes from one buffer to the next.
    struct Block: @unchecked Sendable {
        /// The address to free.
        fileprivate let allocation: UnsafeMutableRawPointer
        /// The first byte, which is aligned.
        let start: UnsafeMutableRawPointer

        /// Allocates zeros.
        ///
        /// - Throws: `kCVReturnAllocationFailed`.
        init(byteCount: Int, alignment: Int) throws(CVFailure) {
            // `calloc` gives large memory without touching it, so that too large a buffer fails here and not later.
            guard let allocation = calloc(1, byteCount + alignment) else { throw CVFailure(kCVReturnAllocationFailed) }
            self.allocation = allocation
            start = allocation.alignedUp(toMultipleOf: alignment)
        }

        func free() { Foundation.free(allocation) }
    }

    private let release: @Sendable () -> Void

    init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}
