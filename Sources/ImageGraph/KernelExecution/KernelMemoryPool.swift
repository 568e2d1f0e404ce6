import Synchronization

/// A pool of memory for runs of kernels. Blocks are reused, because every tile of an image is a run.
///
/// Thread-safe.
package final class KernelMemoryPool: Sendable {
    /// A block of memory that belongs either to one run or to the pool, which doesn't access it.
    private final class Block: @unchecked Sendable {
        let start: UnsafeMutableRawPointer
        let byteCount: Int

        init(byteCount: Int) {
            self.byteCount = byteCount
            start = .allocate(byteCount: byteCount, alignment: KernelMemoryPool.alignment)
            start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        }

        deinit { start.deallocate() }
    }

    /// The alignment of blocks in bytes: a cache line, and a multiple of the largest vector.
    package static let alignment = 64
    /// Maximum number of unused blocks. Only more threads than that would need more.
    private static let capacity = 64

    private let idle = Mutex<[Block]>([])

    /// Creates an empty pool.
    package init() {}

    /// Calls `body` with at least `byteCount` bytes of memory that no other run uses. The contents are unspecified.
    package func withMemory<Result>(
        byteCount: Int, _ body: (UnsafeMutableRawPointer) throws -> Result
    ) rethrows -> Result {
        let block = takeIdle(byteCount: byteCount) ?? Block(byteCount: byteCount)
        defer { give(block) }
        return try body(block.start)
    }

    private func takeIdle(byteCount: Int) -> Block? {
        idle.withLock { blocks -> Block? in
            if let index = blocks.lastIndex(where: { $0.byteCount >= byteCount }) { return blocks.remove(at: index) }
            // All unused blocks are too small. Release the oldest, so that the pool doesn't stay full of small ones.
            if blocks.count == Self.capacity { blocks.removeFirst() }
            return nil
        }
    }

    private func give(_ block: Block) {
        idle.withLock { blocks in if blocks.count < Self.capacity { blocks.append(block) } }
    }
}
