import CVulkan

/// Memory of another device or process, with a buffer of our own. Thread-safe.
final class ImportedBuffer: BufferMemory, @unchecked Sendable {
    let device: LogicalDevice
    let buffer: VkBuffer
    let offset: Int
    let byteCount: Int
    let address: UInt64
    var bytes: UnsafeMutableRawBufferPointer? { nil }
    private let memory: VkDeviceMemory

    /// Imports memory up to the end of a part of it, which isn't empty.
    init(_ file: SharedFile, offset: Int, byteCount: Int, on device: LogicalDevice) throws {
        let functions = device.functions
        let buffer = try created("vkCreateBuffer") { Self.create(device, offset + byteCount, $0) }
        var memory: VkDeviceMemory?
        do {
            var requirements = VkMemoryRequirements()
            functions.getBufferMemoryRequirements(device.handle, buffer, &requirements)
            let allocated = try Self.allocate(device, file, requirements)
            memory = allocated
            try device.check(
                functions.bindBufferMemory(device.handle, buffer, allocated, 0), "vkBindBufferMemory")
            self.memory = allocated
        } catch {
            functions.destroyBuffer(device.handle, buffer, nil)
            if let memory { functions.freeMemory(device.handle, memory, nil) }
            throw error
        }
        address = MemoryBlock.address(of: buffer, on: device) + UInt64(offset)
        (self.device, self.buffer, self.offset, self.byteCount) = (device, buffer, offset, byteCount)
    }

    deinit {
        guard device.mayFree else { return }
        device.functions.destroyBuffer(device.handle, buffer, nil)
        device.functions.freeMemory(device.handle, memory, nil)
    }

    private static func create(
        _ device: LogicalDevice, _ byteCount: Int, _ handle: UnsafeMutablePointer<VkBuffer?>
    ) -> VkResult {
        var external = VkExternalMemoryBufferCreateInfo()
        external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO
        external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT.rawValue
        return withUnsafePointer(to: &external) { external in
            var info = MemoryBlock.bufferInfo(byteCount: byteCount)
            info.pNext = UnsafeRawPointer(external)
            return device.functions.createBuffer(device.handle, &info, nil, handle)
        }
    }

    private static func allocate(
        _ device: LogicalDevice, _ file: SharedFile, _ requirements: VkMemoryRequirements
    ) throws -> VkDeviceMemory {
        var flags = VkMemoryAllocateFlagsInfo()
        flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO
        flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT.rawValue
        var memory: VkDeviceMemory?
        var result = VK_ERROR_UNKNOWN
        try withUnsafePointer(to: &flags) { flags in
            var source = VkImportMemoryFdInfoKHR()
            source.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR
            source.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT
            source.pNext = UnsafeRawPointer(flags)
            var info = VkMemoryAllocateInfo()
            info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
            info.allocationSize = requirements.size
            info.memoryTypeIndex = UInt32(requirements.memoryTypeBits.trailingZeroBitCount)
            try file.give { descriptor in
                source.fd = descriptor
                result = withUnsafePointer(to: &source) { source in
                    info.pNext = UnsafeRawPointer(source)
                    return device.functions.allocateMemory(device.handle, &info, nil, &memory)
                }
                return result == VK_SUCCESS
            }
        }
        guard result == VK_SUCCESS, let memory else {
            if result == VK_ERROR_INVALID_EXTERNAL_HANDLE {
                throw TextureRefusal(
                    "the texture's file descriptor has no \(requirements.size) bytes of memory of this device; "
                        + "export it as VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT from the same device")
            }
            try device.check(result, "vkAllocateMemory")
            throw VulkanError.functionMissing("vkAllocateMemory")
        }
        return memory
    }
}
