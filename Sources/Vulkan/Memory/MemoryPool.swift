import Synchronization

/// Device memory of one type. A few large allocations are divided among images, because devices allow only some
/// thousands, and allocating takes long. Thread-safe.
final class MemoryPool: Sendable {
    let device: LogicalDevice
    private let type: UInt32
    private let isMapped: Bool
    /// Maximum size of all allocations together, in bytes.
    private let limit: Int
    private let blockByteCount: Int
    private let parts = Mutex<[Part]>([])

    private struct Part: Sendable {
        let block: MemoryBlock
        var free: FreeRanges
    }

    /// Ranges begin at multiples of this: at least what copies and pixels of any format need.
    static let alignment = 256

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - isMapped: Whether the processor accesses the memory.
    ///   - limit: Maximum size of all allocations together, in bytes.
    ///   - blockByteCount: Size of an allocation, unless a range needs more.
    init(_ device: LogicalDevice, type: UInt32, isMapped: Bool, limit: Int, blockByteCount: Int = 64 << 20) {
        (self.device, self.type, self.isMapped) = (device, type, isMapped)
        (self.limit, self.blockByteCount) = (limit, min(blockByteCount, limit))
    }

    /// Returns memory that nothing else uses. The contents are unspecified.
    func range(byteCount: Int) throws(VulkanError) -> MemoryRange {
        let count = Self.rounded(byteCount)
        let failure = VulkanError.outOfMemory(device: device.description.name, needed: byteCount, limit: limit)
        guard count <= min(limit, device.description.maximumAllocation) else { throw failure }
        let result = parts.withLock { parts -> Result<(MemoryBlock, Range<Int>), VulkanError> in
            for index in parts.indices {
                if let start = parts[index].free.take(count) {
                    return .success((parts[index].block, start..<(start + count)))
                }
            }
            parts.removeAll { $0.free.isUnused }
            let used = parts.reduce(0) { $0 + $1.block.byteCount }
            // A whole block if the limit allows it, else what is needed.
            let size = max(count, min(blockByteCount, limit - used))
            guard used + size <= limit else { return .failure(failure) }
            do throws(VulkanError) {
                var part = Part(
                    block: try MemoryBlock(device, type: type, byteCount: size, isMapped: isMapped),
                    free: FreeRanges(byteCount: size))
                guard let start = part.free.take(count) else { return .failure(failure) }
                parts.append(part)
                return .success((part.block, start..<(start + count)))
            } catch {
                return .failure(error)
            }
        }
        let (block, range) = try result.get()
        return MemoryRange(block, range, of: self)
    }

    /// Takes a range back. Of the allocations that nothing uses, only one of the usual size is kept.
    func give(_ block: MemoryBlock, _ range: Range<Int>) {
        parts.withLock { parts in
            guard let index = parts.firstIndex(where: { $0.block === block }) else { return }
            parts[index].free.give(range)
            let isOther = parts.indices.contains { $0 != index && parts[$0].free.isUnused }
            if parts[index].free.isUnused, isOther || block.byteCount != blockByteCount { parts.remove(at: index) }
        }
    }

    /// Size of all allocations together, in bytes.
    var byteCount: Int { parts.withLock { $0.reduce(0) { $0 + $1.block.byteCount } } }

    /// Rounds a size up to the alignment. At least one multiple.
    static func rounded(_ byteCount: Int) -> Int {
        let (sum, overflow) = max(1, byteCount).addingReportingOverflow(alignment - 1)
        return overflow ? .max : sum / alignment * alignment
    }
}
