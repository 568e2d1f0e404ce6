import CVulkan

extension LogicalDevice {
    /// Begins to execute commands. The fence is signalled when they have ended.
    ///
    /// - Parameters:
    ///   - waits: The commands, and all later ones, begin when these semaphores have their values. What was written
    ///     before that is visible to them.
    ///   - signals: The semaphores get these values when the commands have ended. What all commands so far have
    ///     written is available to whoever waits.
    func submit(
        _ commands: VkCommandBuffer, fence: VkFence, waits: [SemaphoreValue] = [], signals: [SemaphoreValue] = []
    ) throws(VulkanError) {
        var commands: VkCommandBuffer? = commands
        let (waitHandles, signalHandles) = (waits.map(\.handle), signals.map(\.handle))
        let (waitValues, signalValues) = (waits.map(\.value), signals.map(\.value))
        let stages = waits.map { _ in VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue }
        // Arrays are passed as pointers to their elements, which are valid during the call alone.
        func withValues(_ body: (UnsafePointer<VkTimelineSemaphoreSubmitInfo>) -> VkResult) -> VkResult {
            waitValues.withUnsafeBufferPointer { waitValues in
                signalValues.withUnsafeBufferPointer { signalValues in
                    var info = VkTimelineSemaphoreSubmitInfo()
                    info.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO
                    info.waitSemaphoreValueCount = UInt32(waitValues.count)
                    info.pWaitSemaphoreValues = waitValues.baseAddress
                    info.signalSemaphoreValueCount = UInt32(signalValues.count)
                    info.pSignalSemaphoreValues = signalValues.baseAddress
                    return withUnsafePointer(to: &info, body)
                }
            }
        }
        let result = withValues { values in
            waitHandles.withUnsafeBufferPointer { waitHandles in
                signalHandles.withUnsafeBufferPointer { signalHandles in
                    stages.withUnsafeBufferPointer { stages in
                        withUnsafePointer(to: &commands) { commands in
                            var info = VkSubmitInfo()
                            info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO
                            if !waits.isEmpty || !signals.isEmpty { info.pNext = UnsafeRawPointer(values) }
                            info.waitSemaphoreCount = UInt32(waitHandles.count)
                            info.pWaitSemaphores = waitHandles.baseAddress
                            info.pWaitDstStageMask = stages.baseAddress
                            (info.commandBufferCount, info.pCommandBuffers) = (1, commands)
                            info.signalSemaphoreCount = UInt32(signalHandles.count)
                            info.pSignalSemaphores = signalHandles.baseAddress
                            return queue.use { functions.queueSubmit($0, 1, &info, fence) }
                        }
                    }
                }
            }
        }
        try check(result, "vkQueueSubmit")
    }
}
