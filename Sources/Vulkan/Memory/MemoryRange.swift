import CVulkan
import DeviceKernels

/// A part of a block of device memory. It goes back to its pool when the last reference is gone. Thread-safe.
final class MemoryRange: BufferMemory {
    let block: MemoryBlock
    let range: Range<Int>
    private let pool: MemoryPool

    init(_ block: MemoryBlock, _ range: Range<Int>, of pool: MemoryPool) {
        (self.block, self.range, self.pool) = (block, range, pool)
    }

    deinit { pool.give(block, range) }

    var device: LogicalDevice { block.device }
    var buffer: VkBuffer { block.buffer }
    /// Offset of the first byte in the block.
    var offset: Int { range.lowerBound }

    /// The device's address of the first byte.
    var address: UInt64 { block.address + UInt64(range.lowerBound) }

    /// Size in bytes.
    var byteCount: Int { range.count }

    /// The bytes in this process. Nil if the processor can't access them.
    var bytes: UnsafeMutableRawBufferPointer? {
        block.mapped.map { UnsafeMutableRawBufferPointer(start: $0 + range.lowerBound, count: range.count) }
    }

    /// The bytes in this process. Throws if the processor can't access them.
    var mappedBytes: UnsafeMutableRawBufferPointer {
        get throws(VulkanError) {
            guard let bytes else {
                throw .callFailed(
                    VulkanCallFailure(function: "vkMapMemory", code: VK_ERROR_MEMORY_MAP_FAILED.rawValue))
            }
            return bytes
        }
    }
}
