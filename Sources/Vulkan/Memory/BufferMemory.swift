import CVulkan
import DeviceKernels

/// Memory that is a part of a buffer on a Vulkan device.
protocol BufferMemory: DeviceMemory {
    /// The device.
    var device: LogicalDevice { get }
    /// The buffer.
    var buffer: VkBuffer { get }
    /// Offset of the first byte in the buffer.
    var offset: Int { get }
    /// The bytes in this process. Nil if the processor can't access them.
    var bytes: UnsafeMutableRawBufferPointer? { get }
}

extension BufferMemory {
    /// Whether both have bytes of a buffer in common.
    func overlaps(_ other: any BufferMemory) -> Bool {
        buffer == other.buffer && offset < other.offset + other.byteCount && other.offset < offset + byteCount
    }
}
