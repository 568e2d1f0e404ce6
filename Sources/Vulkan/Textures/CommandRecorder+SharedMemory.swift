import CVulkan

extension CommandRecorder {
    /// Makes visible what others have written to memory that they share.
    func acquire(_ buffer: VkBuffer) {
        transfer(buffer, from: coreimage_vulkan_queue_family_external, to: family)
    }

    /// Makes visible to others what was written to memory that they share.
    func release(_ buffer: VkBuffer) {
        seeEarlierWork()
        transfer(buffer, from: family, to: coreimage_vulkan_queue_family_external)
    }

    private var family: UInt32 { device.description.queueFamily ?? 0 }

    private func transfer(_ buffer: VkBuffer, from first: UInt32, to second: UInt32) {
        var barrier = VkBufferMemoryBarrier()
        barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER
        barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT.rawValue
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue
        (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (first, second)
        (barrier.buffer, barrier.size) = (buffer, coreimage_vulkan_whole_size)
        let all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
        device.functions.pipelineBarrier(commands, all, all, 0, 0, nil, 1, &barrier, 0, nil)
    }
}
