import CVulkan

extension VulkanApplication {
    /// Submits commands. If `waitsForEnd` is false, they run until `finish()`.
    func submit(
        after wait: (VkSemaphore, UInt64)? = nil, signalling signal: (VkSemaphore, UInt64)? = nil,
        waitsForEnd: Bool = true, _ record: (VkCommandBuffer) -> Void
    ) throws {
        var info = VkCommandBufferAllocateInfo()
        info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO
        (info.commandPool, info.commandBufferCount) = (pool, 1)
        var commands: VkCommandBuffer?
        let allocate: PFN_vkAllocateCommandBuffers = function("vkAllocateCommandBuffers")
        try check(allocate(device, &info, &commands), "vkAllocateCommandBuffers")
        var beginning = VkCommandBufferBeginInfo()
        beginning.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
        let begin: PFN_vkBeginCommandBuffer = function("vkBeginCommandBuffer")
        let end: PFN_vkEndCommandBuffer = function("vkEndCommandBuffer")
        try check(begin(commands!, &beginning), "vkBeginCommandBuffer")
        record(commands!)
        try check(end(commands!), "vkEndCommandBuffer")
        let queueSubmit: PFN_vkQueueSubmit = function("vkQueueSubmit")
        var (waitHandle, waitValue) = (wait?.0, wait?.1 ?? 0)
        var (signalHandle, signalValue) = (signal?.0, signal?.1 ?? 0)
        var stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
        let (waitCount, signalCount) = (UInt32(wait == nil ? 0 : 1), UInt32(signal == nil ? 0 : 1))
        let result = withUnsafePointer(to: &waitValue) { waitValue in
            withUnsafePointer(to: &signalValue) { signalValue in
                var values = VkTimelineSemaphoreSubmitInfo()
                values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO
                (values.waitSemaphoreValueCount, values.pWaitSemaphoreValues) = (waitCount, waitValue)
                (values.signalSemaphoreValueCount, values.pSignalSemaphoreValues) = (signalCount, signalValue)
                return withUnsafePointer(to: &values) { values in
                    withUnsafePointer(to: &waitHandle) { waitHandle in
                        withUnsafePointer(to: &signalHandle) { signalHandle in
                            withUnsafePointer(to: &stage) { stage in
                                withUnsafePointer(to: &commands) { commands in
                                    var info = VkSubmitInfo()
                                    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO
                                    info.pNext = UnsafeRawPointer(values)
                                    (info.waitSemaphoreCount, info.pWaitSemaphores) = (waitCount, waitHandle)
                                    info.pWaitDstStageMask = stage
                                    (info.commandBufferCount, info.pCommandBuffers) = (1, commands)
                                    (info.signalSemaphoreCount, info.pSignalSemaphores) = (signalCount, signalHandle)
                                    return queueSubmit(queue, 1, &info, nil)
                                }
                            }
                        }
                    }
                }
            }
        }
        try check(result, "vkQueueSubmit")
        if waitsForEnd { try finish() }
    }

    /// Waits for everything that was submitted.
    func finish() throws {
        let wait: PFN_vkQueueWaitIdle = function("vkQueueWaitIdle")
        try check(wait(queue), "vkQueueWaitIdle")
    }
}
