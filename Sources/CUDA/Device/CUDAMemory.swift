import DeviceKernels

/// Memory of a CUDA device for pixels. It goes back to its pool when the last reference is gone. Thread-safe.
final class CUDAMemory: DeviceMemory {
    /// A range of addresses.
    struct Range: Sendable {
        let address: UInt64
        let byteCount: Int
    }

    let range: Range
    let pool: CUDAMemoryPool

    init(_ range: Range, of pool: CUDAMemoryPool) { (self.range, self.pool) = (range, pool) }

    deinit { pool.give(range) }

    /// The device's address of the first byte.
    var address: UInt64 { range.address }

    /// Size in bytes.
    var byteCount: Int { range.byteCount }
}
