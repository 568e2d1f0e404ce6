/// What an application's texture consists of. Handles are those of the device's interface, as numbers.
package enum TextureMemory: Sendable, Hashable {
    /// A part of a `VkBuffer`, which was created with `VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT`,
    /// `VK_BUFFER_USAGE_TRANSFER_SRC_BIT` and `VK_BUFFER_USAGE_TRANSFER_DST_BIT`.
    case vulkanBuffer(UInt, offset: Int, bytesPerRow: Int)
    /// A two-dimensional `VkImage` of one layer and level, in a `VkImageLayout` that renderings don't change.
    case vulkanImage(UInt, layout: UInt32)
    /// Memory at a `CUdeviceptr`. A rendering begins after the work that a `CUstream` has at that time.
    case cudaMemory(UInt64, bytesPerRow: Int, stream: UInt)
    /// A two-dimensional `CUarray`, with a stream as above.
    case cudaArray(UInt, stream: UInt)
    /// Memory that another Vulkan device of the same driver, perhaps in another process, has exported as
    /// `VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT`. The descriptor stays the application's.
    case fileDescriptor(Int32, offset: Int, bytesPerRow: Int)
}
