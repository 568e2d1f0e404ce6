import Synchronization

/// A pool of memory for the runs of one kernel: its frame and its large arrays.
///
/// Blocks are reused, because every tile of an image is a run. Thread-safe.
final class RunMemory: Sendable {
    // Safe to send, because a block belongs either to one run or to the pool, which doesn't access it.
    private struct Block: @unchecked Sendable { let start: UnsafeMutableRawPointer }

    private let byteCount: Int
    private let kept = Mutex<[Block]>([])

    static let alignment = 64

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit { kept.withLock { for block in $0 { block.start.deallocate() } } }

    /// Calls `body` with `byteCount` bytes of memory that no other run uses. The contents are undefined.
    func withBlock<Result>(_ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
        let block =
            kept.withLock { $0.popLast() }
            ?? Block(start: .allocate(byteCount: max(byteCount, 1), alignment: Self.alignment))
        defer { kept.withLock { $0.append(block) } }
        return try body(block.start)
    }
}
