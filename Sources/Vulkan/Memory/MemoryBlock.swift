import CVulkan

/// One allocation of device memory, with a buffer that covers it and has an address. Thread-safe.
final class MemoryBlock: @unchecked Sendable {
    let device: LogicalDevice
    let buffer: VkBuffer
    let byteCount: Int
    /// The device's address of the first byte.
    let address: UInt64
    /// The address of the first byte in this process, or nil if the processor can't access the memory.
    let mapped: UnsafeMutableRawPointer?
    private let memory: VkDeviceMemory

    /// Allocates memory of one of the device's types.
    init(_ device: LogicalDevice, type: UInt32, byteCount: Int, isMapped: Bool) throws(VulkanError) {
        let functions = device.functions
        var info = Self.bufferInfo(byteCount: byteCount)
        let buffer = try created("vkCreateBuffer") { functions.createBuffer(device.handle, &info, nil, $0) }
        var memory: VkDeviceMemory?
        do throws(VulkanError) {
            var requirements = VkMemoryRequirements()
            functions.getBufferMemoryRequirements(device.handle, buffer, &requirements)
            guard requirements.memoryTypeBits & (1 << type) != 0 else {
                throw .callFailed(
                    VulkanCallFailure(
                        function: "vkGetBufferMemoryRequirements", code: VK_ERROR_FEATURE_NOT_PRESENT.rawValue))
            }
            let allocated = try created("vkAllocateMemory") {
                Self.allocate(device, type, requirements.size, $0)
            }
            memory = allocated
            try device.check(
                functions.bindBufferMemory(device.handle, buffer, allocated, 0), "vkBindBufferMemory")
            mapped = isMapped ? try Self.map(device, allocated) : nil
            self.memory = allocated
        } catch {
            functions.destroyBuffer(device.handle, buffer, nil)
            if let memory { functions.freeMemory(device.handle, memory, nil) }
            throw error
        }
        address = Self.address(of: buffer, on: device)
        (self.device, self.buffer, self.byteCount) = (device, buffer, byteCount)
    }

    deinit {
        guard device.mayFree else { return }
        device.functions.destroyBuffer(device.handle, buffer, nil)
        device.functions.freeMemory(device.handle, memory, nil)
    }

    /// Describes a buffer for kernels and copies.
    static func bufferInfo(byteCount: Int) -> VkBufferCreateInfo {
        var info = VkBufferCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
        info.size = VkDeviceSize(byteCount)
        info.usage =
            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT.rawValue
            | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
        info.sharingMode = VK_SHARING_MODE_EXCLUSIVE
        return info
    }

    /// Returns the address of the first byte of a buffer.
    static func address(of buffer: VkBuffer, on device: LogicalDevice) -> UInt64 {
        var place = VkBufferDeviceAddressInfo()
        place.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO
        place.buffer = buffer
        return device.functions.getBufferDeviceAddress(device.handle, &place)
    }

    private static func allocate(
        _ device: LogicalDevice, _ type: UInt32, _ byteCount: VkDeviceSize,
        _ memory: UnsafeMutablePointer<VkDeviceMemory?>
    ) -> VkResult {
        var flags = VkMemoryAllocateFlagsInfo()
        flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO
        flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT.rawValue
        return withUnsafePointer(to: &flags) { flags in
            var info = VkMemoryAllocateInfo()
            info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
            info.pNext = UnsafeRawPointer(flags)
            (info.allocationSize, info.memoryTypeIndex) = (byteCount, type)
            return device.functions.allocateMemory(device.handle, &info, nil, memory)
        }
    }

    private static func map(
        _ device: LogicalDevice, _ memory: VkDeviceMemory
    ) throws(VulkanError) -> UnsafeMutableRawPointer {
        try created("vkMapMemory") {
            device.functions.mapMemory(device.handle, memory, 0, coreimage_vulkan_whole_size, 0, $0)
        }
    }
}
