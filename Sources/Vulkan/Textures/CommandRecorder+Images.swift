import CVulkan
import DeviceKernels
import Pixels

extension CommandRecorder {
    /// Copies all pixels of an application's image to memory, whose rows are stored from the top down.
    ///
    /// Everything before in the queue ends first, and everything later begins afterwards, because works of several
    /// threads change the image's layout.
    func copy(_ image: ForeignImage, to target: DeviceImage, in memory: any BufferMemory) {
        let layout = image.layout(forCopies: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
        change(image.handle, from: image.layout, to: layout)
        var part = Self.part(target.pixels.bounds, of: target.pixels, in: memory)
        device.functions.copyImageToBuffer(commands, image.handle, layout, memory.buffer, 1, &part)
        change(image.handle, from: layout, to: image.layout)
        handOver(from: .transfer, to: .kernel)
        handOver(from: .transfer, to: .transfer)
        handOver(from: .transfer, to: .host)
    }

    /// Copies a region that isn't empty from memory to an application's image. The pixels' bounds are the image's.
    func copy(_ region: PixelRect, of source: DeviceImage, in memory: any BufferMemory, to image: ForeignImage) {
        seeEarlierWork()
        let layout = image.layout(forCopies: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL)
        change(image.handle, from: image.layout, to: layout)
        var part = Self.part(region, of: source.pixels, in: memory)
        device.functions.copyBufferToImage(commands, memory.buffer, image.handle, layout, 1, &part)
        change(image.handle, from: layout, to: image.layout)
        handOver(from: .transfer, to: .host)
    }

    /// Describes a part of an image whose pixels are in memory from the top down.
    private static func part(
        _ region: PixelRect, of pixels: DevicePixels, in memory: any BufferMemory
    ) -> VkBufferImageCopy {
        let top = pixels.address(region.x, region.maxY - 1)
        var part = VkBufferImageCopy()
        part.bufferOffset = VkDeviceSize(memory.offset) + (top - memory.address)
        part.bufferRowLength = UInt32(-pixels.bytesPerRow / pixels.format.pixelStride)
        (part.imageSubresource.aspectMask, part.imageSubresource.layerCount) = (
            VK_IMAGE_ASPECT_COLOR_BIT.rawValue, 1
        )
        // The first row of an image is the top one.
        part.imageOffset = VkOffset3D(
            x: Int32(region.x - pixels.bounds.x), y: Int32(pixels.bounds.maxY - region.maxY), z: 0)
        part.imageExtent = VkExtent3D(width: UInt32(region.width), height: UInt32(region.height), depth: 1)
        return part
    }

    /// Waits for all earlier commands, makes visible what they have written, and changes an image's layout before all
    /// later commands.
    private func change(_ image: VkImage, from first: VkImageLayout, to second: VkImageLayout) {
        var barrier = VkImageMemoryBarrier()
        barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER
        barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT.rawValue
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue
        (barrier.oldLayout, barrier.newLayout) = (first, second)
        (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (
            coreimage_vulkan_queue_family_ignored, coreimage_vulkan_queue_family_ignored
        )
        barrier.image = image
        barrier.subresourceRange.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        (barrier.subresourceRange.levelCount, barrier.subresourceRange.layerCount) = (1, 1)
        let all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
        device.functions.pipelineBarrier(commands, all, all, 0, 0, nil, 0, nil, 1, &barrier)
    }
}
