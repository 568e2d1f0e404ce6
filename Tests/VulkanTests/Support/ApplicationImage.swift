import CVulkan
import Pixels
import Vulkan

/// An image of an application, which has the same layout between all uses.
final class ApplicationImage: @unchecked Sendable {
    private let application: VulkanApplication
    let handle: VkImage
    let layout: VkImageLayout
    private let memory: VkDeviceMemory
    private let size: (width: Int, height: Int)
    private let byteCount: Int

    /// The names of formats in Vulkan.
    static func format(_ format: PixelFormat) -> VkFormat {
        switch format {
        case .RGBA8: VK_FORMAT_R8G8B8A8_UNORM
        case .BGRA8: VK_FORMAT_B8G8R8A8_UNORM
        case .RGBA16: VK_FORMAT_R16G16B16A16_UNORM
        case .RGBAh: VK_FORMAT_R16G16B16A16_SFLOAT
        default: VK_FORMAT_R32G32B32A32_SFLOAT
        }
    }

    /// Creates an image with these bytes, from the top row down.
    init(
        _ application: VulkanApplication, _ width: Int, _ height: Int, _ format: PixelFormat, bytes: [UInt8],
        layout: VkImageLayout = VK_IMAGE_LAYOUT_GENERAL
    ) throws {
        (self.application, self.layout, size, byteCount) = (application, layout, (width, height), bytes.count)
        var info = VkImageCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO
        (info.imageType, info.format) = (VK_IMAGE_TYPE_2D, Self.format(format))
        info.extent = VkExtent3D(width: UInt32(width), height: UInt32(height), depth: 1)
        (info.mipLevels, info.arrayLayers, info.samples) = (1, 1, VK_SAMPLE_COUNT_1_BIT)
        info.tiling = VK_IMAGE_TILING_OPTIMAL
        info.usage =
            VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
            | VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue
        let create: PFN_vkCreateImage = application.function("vkCreateImage")
        var image: VkImage?
        try application.check(create(application.device, &info, nil, &image), "vkCreateImage")
        handle = image!
        var requirements = VkMemoryRequirements()
        let require: PFN_vkGetImageMemoryRequirements = application.function("vkGetImageMemoryRequirements")
        require(application.device, handle, &requirements)
        memory = try application.allocate(requirements)!
        let bind: PFN_vkBindImageMemory = application.function("vkBindImageMemory")
        try application.check(bind(application.device, handle, memory, 0), "vkBindImageMemory")
        let staging = try ApplicationBuffer(application, bytes: bytes)
        try application.submit { commands in
            change(commands, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL)
            fill(commands, from: staging, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL)
            change(commands, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, layout)
        }
    }

    deinit {
        let destroy: PFN_vkDestroyImage = application.function("vkDestroyImage")
        let free: PFN_vkFreeMemory = application.function("vkFreeMemory")
        destroy(application.device, handle, nil)
        free(application.device, memory, nil)
    }

    /// The handle as a number.
    var number: UInt { UInt(bitPattern: handle) }

    /// The bytes of all pixels, from the top row down.
    func bytes() throws -> [UInt8] {
        let staging = try ApplicationBuffer(application, bytes: Array(repeating: 0xee, count: byteCount))
        try application.submit { commands in
            change(commands, layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
            let copy: PFN_vkCmdCopyImageToBuffer = application.function("vkCmdCopyImageToBuffer")
            var part = part
            copy(commands, handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, staging.handle, 1, &part)
            change(commands, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, layout)
        }
        return staging.bytes
    }

    /// Records a copy of all pixels from a buffer to an image that is in the given layout.
    func fill(_ commands: VkCommandBuffer, from buffer: ApplicationBuffer, _ layout: VkImageLayout) {
        let copy: PFN_vkCmdCopyBufferToImage = application.function("vkCmdCopyBufferToImage")
        var part = part
        copy(commands, buffer.handle, handle, layout, 1, &part)
    }

    private var part: VkBufferImageCopy {
        var part = VkBufferImageCopy()
        part.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        part.imageSubresource.layerCount = 1
        part.imageExtent = VkExtent3D(width: UInt32(size.width), height: UInt32(size.height), depth: 1)
        return part
    }

    private func change(_ commands: VkCommandBuffer, _ first: VkImageLayout, _ second: VkImageLayout) {
        var barrier = VkImageMemoryBarrier()
        barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER
        barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT.rawValue
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue
        (barrier.oldLayout, barrier.newLayout) = (first, second)
        (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (.max, .max)
        barrier.image = handle
        barrier.subresourceRange.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        (barrier.subresourceRange.levelCount, barrier.subresourceRange.layerCount) = (1, 1)
        let all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
        let wait: PFN_vkCmdPipelineBarrier = application.function("vkCmdPipelineBarrier")
        wait(commands, all, all, 0, 0, nil, 0, nil, 1, &barrier)
    }
}
