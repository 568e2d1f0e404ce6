import CVulkan
import Vulkan

/// A buffer of an application, whose memory the application maps.
final class ApplicationBuffer: @unchecked Sendable {
    private let application: VulkanApplication
    let handle: VkBuffer
    private let memory: VkDeviceMemory
    private let mapped: UnsafeMutableRawBufferPointer

    /// Creates a buffer with these bytes.
    ///
    /// - Parameter isExported: Whether other devices can import the memory.
    init(_ application: VulkanApplication, bytes: [UInt8], isExported: Bool = false) throws {
        self.application = application
        var info = VkBufferCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
        info.size = VkDeviceSize(bytes.count)
        info.usage =
            VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue
            | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
        // Kernels write with addresses, so the buffer needs no other usage.
        let create: PFN_vkCreateBuffer = application.function("vkCreateBuffer")
        var external = VkExternalMemoryBufferCreateInfo()
        external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO
        external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT.rawValue
        var (buffer, allocation, address): (VkBuffer?, VkDeviceMemory?, UnsafeMutableRawPointer?)
        let result = withUnsafePointer(to: &external) { external in
            if isExported { info.pNext = UnsafeRawPointer(external) }
            return create(application.device, &info, nil, &buffer)
        }
        try application.check(result, "vkCreateBuffer")
        handle = buffer!
        var requirements = VkMemoryRequirements()
        let require: PFN_vkGetBufferMemoryRequirements = application.function("vkGetBufferMemoryRequirements")
        require(application.device, handle, &requirements)
        allocation = try application.allocate(requirements, isExported: isExported)
        memory = allocation!
        let bind: PFN_vkBindBufferMemory = application.function("vkBindBufferMemory")
        try application.check(bind(application.device, handle, memory, 0), "vkBindBufferMemory")
        let map: PFN_vkMapMemory = application.function("vkMapMemory")
        try application.check(map(application.device, memory, 0, VkDeviceSize(bytes.count), 0, &address), "vkMapMemory")
        mapped = UnsafeMutableRawBufferPointer(start: address, count: bytes.count)
        mapped.copyBytes(from: bytes)
    }

    deinit {
        let destroy: PFN_vkDestroyBuffer = application.function("vkDestroyBuffer")
        let free: PFN_vkFreeMemory = application.function("vkFreeMemory")
        destroy(application.device, handle, nil)
        free(application.device, memory, nil)
    }

    /// The handle as a number.
    var number: UInt { UInt(bitPattern: handle) }

    /// All bytes.
    var bytes: [UInt8] {
        get { Array(mapped) }
        set { mapped.copyBytes(from: newValue) }
    }

    /// Returns a new file descriptor of the memory.
    func exported() throws -> Int32 {
        var info = VkMemoryGetFdInfoKHR()
        info.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR
        (info.memory, info.handleType) = (memory, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT)
        var descriptor: Int32 = -1
        let get: PFN_vkGetMemoryFdKHR = application.function("vkGetMemoryFdKHR")
        try application.check(get(application.device, &info, &descriptor), "vkGetMemoryFdKHR")
        return descriptor
    }
}

extension VulkanApplication {
    /// Allocates memory of the first type that suits.
    func allocate(_ requirements: VkMemoryRequirements, isExported: Bool = false) throws -> VkDeviceMemory? {
        var flags = VkMemoryAllocateFlagsInfo()
        flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO
        flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT.rawValue
        var export = VkExportMemoryAllocateInfo()
        export.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO
        export.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT.rawValue
        let allocate: PFN_vkAllocateMemory = function("vkAllocateMemory")
        var memory: VkDeviceMemory?
        let result = withUnsafePointer(to: &export) { export in
            if isExported { flags.pNext = UnsafeRawPointer(export) }
            return withUnsafePointer(to: &flags) { flags in
                var info = VkMemoryAllocateInfo()
                info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
                info.pNext = UnsafeRawPointer(flags)
                info.allocationSize = requirements.size
                info.memoryTypeIndex = UInt32(requirements.memoryTypeBits.trailingZeroBitCount)
                return allocate(device, &info, nil, &memory)
            }
        }
        try check(result, "vkAllocateMemory")
        return memory
    }
}
