import Synchronization

/// Memory for the runs of one kernel: its frame and the places of its large arrays.
///
/// Blocks are kept for the next run, as every tile of a picture is one. Thread-safe.
final class RunMemory: Sendable {
    // No two runs have the same block, and nobody reads one that is kept.
    private struct Block: @unchecked Sendable { let start: UnsafeMutableRawPointer }

    private let byteCount: Int
    private let kept = Mutex<[Block]>([])

    static let alignment = 64

    init(byteCount: Int) { self.byteCount = byteCount }

    deinit { kept.withLock { for block in $0 { block.start.deallocate() } } }

    /// Calls `body` with `byteCount` bytes that nobody else uses; what they hold is undefined.
    func withBlock<Result>(_ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
        let block =
            kept.withLock { $0.popLast() }
            ?? Block(start: .allocate(byteCount: max(byteCount, 1), alignment: Self.alignment))
        defer { kept.withLock { $0.append(block) } }
        return try body(block.start)
    }
}
