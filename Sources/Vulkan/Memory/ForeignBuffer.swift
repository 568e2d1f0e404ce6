import CVulkan

/// A part of an application's buffer, which the application keeps. Thread-safe.
///
/// The processor doesn't access it, because only the application may map its memory. So the address is that of a
/// texture's first pixel, and less aligned than that of a device's own memory.
final class ForeignBuffer: BufferMemory, @unchecked Sendable {
    let device: LogicalDevice
    let buffer: VkBuffer
    let offset: Int
    let byteCount: Int
    let address: UInt64
    var bytes: UnsafeMutableRawBufferPointer? { nil }

    /// Creates a reference to bytes of a buffer with an address.
    init(_ buffer: VkBuffer, at address: UInt64, offset: Int, byteCount: Int, of device: LogicalDevice) {
        (self.buffer, self.offset, self.byteCount, self.device) = (buffer, offset, byteCount, device)
        self.address = address + UInt64(offset)
    }
}
