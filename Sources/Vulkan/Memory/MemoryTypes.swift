import CVulkan

/// The types of memory for kernels on a device.
struct MemoryTypes {
    /// The type for pixels while kernels run, and the size of its heap in bytes.
    let pixels: (type: UInt32, heap: Int)
    /// The type that the processor and the device access, and the size of its heap in bytes.
    let shared: (type: UInt32, heap: Int)
    /// Whether kernels run on shared memory, because the device has no memory of its own that would be faster.
    let isShared: Bool

    /// Properties of types that need features of their own, or that buffers can't have.
    private static let unsuitable = [
        VK_MEMORY_PROPERTY_PROTECTED_BIT, VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT,
        VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD, VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD,
    ].reduce(0) { $0 | $1.rawValue }

    init(_ description: VulkanDeviceDescription, _ functions: InstanceFunctions) throws(VulkanError) {
        var properties = VkPhysicalDeviceMemoryProperties()
        functions.getMemoryProperties(description.handle, &properties)
        let types = withUnsafeBytes(of: properties.memoryTypes) {
            Array($0.bindMemory(to: VkMemoryType.self).prefix(Int(properties.memoryTypeCount)))
        }
        let heaps = withUnsafeBytes(of: properties.memoryHeaps) {
            Array($0.bindMemory(to: VkMemoryHeap.self).prefix(Int(properties.memoryHeapCount)))
        }
        func first(_ flags: [VkMemoryPropertyFlagBits]) -> (type: UInt32, heap: Int)? {
            let mask = flags.reduce(0) { $0 | $1.rawValue }
            return types.firstIndex { $0.propertyFlags & (mask | Self.unsuitable) == mask }.map {
                (UInt32($0), Int(clamping: heaps[Int(types[$0].heapIndex)].size))
            }
        }
        let coherent = [VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT]
        let local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
        // Reading memory that isn't cached takes many times as long.
        guard let shared = first(coherent + [VK_MEMORY_PROPERTY_HOST_CACHED_BIT]) ?? first(coherent),
            let pixels = first([local])
        else {
            throw .noDevice(
                wanted: nil, reasons: ["\(description.name): it has no memory that the processor can access"])
        }
        let isOneMemory = description.kind == .software || description.kind == .integrated
        isShared = isOneMemory && first(coherent + [local]) != nil
        self.shared = shared
        self.pixels = pixels
    }
}
