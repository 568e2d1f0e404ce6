import Synchronization

/// Memory of a device for pixels. Some of what nobody uses is kept for the next images, because allocating takes long.
/// Thread-safe.
///
/// Freeing waits for everything that the device does, which may never end. So surplus memory is freed only while no
/// work is under way, unless the device has no memory left.
final class CUDAMemoryPool: Sendable {
    private struct State {
        /// Memory that nobody uses, in the order in which it was given back.
        var idle: [CUDAMemory.Range] = []
        /// Number of works under way.
        var works = 0

        /// Takes the smallest range that has enough bytes, and not many more.
        mutating func take(_ byteCount: Int) -> CUDAMemory.Range? {
            let fitting = idle.indices.filter { (byteCount...2 * byteCount).contains(idle[$0].byteCount) }
            return fitting.min { idle[$0].byteCount < idle[$1].byteCount }.map { idle.remove(at: $0) }
        }

        /// Takes what must be freed, the oldest first, so that at most `limit` bytes are left.
        mutating func takeSurplus(_ limit: Int) -> [CUDAMemory.Range] {
            guard works == 0 else { return [] }
            var (surplus, sum) = ([CUDAMemory.Range](), idle.reduce(0) { $0 + $1.byteCount })
            while sum > limit || idle.count > CUDAMemoryPool.rangeLimit, !idle.isEmpty {
                let range = idle.removeFirst()
                sum -= range.byteCount
                surplus.append(range)
            }
            return surplus
        }
    }

    private let opened: OpenCUDADevice
    private let state = Mutex(State())
    /// Maximum size of the memory that nobody uses, in bytes.
    private let idleLimit: Int

    /// Maximum number of ranges that nobody uses.
    private static let rangeLimit = 64
    /// Sizes are multiples of this, so that images of similar sizes use the same memory.
    private static let granularity = 1 << 16

    /// Creates an empty pool, which keeps at most an eighth of the device's memory.
    init(_ opened: OpenCUDADevice) {
        self.opened = opened
        idleLimit = opened.description.byteCount / 8
    }

    deinit { free(state.withLock { $0.idle }) }

    /// Returns memory with unspecified contents. Throws `CUDAError`.
    func memory(byteCount: Int) throws -> CUDAMemory {
        let most = opened.description.byteCount
        guard byteCount <= most else { throw CUDAError.tooLarge(needed: byteCount, limit: most) }
        let size = (max(1, byteCount) + Self.granularity - 1) / Self.granularity * Self.granularity
        try opened.requireWorking()
        if let range = state.withLock({ $0.take(size) }) { return CUDAMemory(range, of: self) }
        let address = try opened.withContext { try makingSpace { try opened.driver.allocate(size, on: nil) } }
        return CUDAMemory(CUDAMemory.Range(address: address, byteCount: size), of: self)
    }

    /// Calls `allocate`, and calls it again without the memory that nobody uses if there is too little.
    func makingSpace(_ allocate: () throws -> UInt64) throws -> UInt64 {
        do {
            return try allocate()
        } catch CUDAError.failed(_, .outOfMemory, _) where freeIdle() {
            return try allocate()
        }
    }

    /// Takes memory back. All work that uses it has ended, or the device is lost.
    func give(_ range: CUDAMemory.Range) {
        // Freeing in the lock keeps new works from beginning.
        state.withLock { state in
            state.idle.append(range)
            free(state.takeSurplus(idleLimit))
        }
    }

    /// Calls `body`, during which nothing is freed.
    func duringWork<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.works += 1 }
        defer {
            state.withLock { state in
                state.works -= 1
                free(state.takeSurplus(idleLimit))
            }
        }
        return try body()
    }

    /// Frees all memory that nobody uses. Returns false if there is none.
    private func freeIdle() -> Bool {
        state.withLock { state in
            let idle = state.idle
            state.idle = []
            free(idle)
            return !idle.isEmpty
        }
    }

    private func free(_ ranges: [CUDAMemory.Range]) {
        guard !ranges.isEmpty else { return }
        // After the loss of the device this fails, and there is nothing left to free.
        try? opened.withContext { for range in ranges { try? opened.driver.free(range.address, on: nil) } }
    }
}
