import CVulkan
import Pixels

/// Records the commands of a work, submits them and waits. Used by one work at a time.
final class CommandRecorder: @unchecked Sendable {
    let device: LogicalDevice
    private let pool: VkCommandPool
    let commands: VkCommandBuffer
    private let fence: VkFence

    init(_ device: LogicalDevice) throws(VulkanError) {
        let functions = device.functions
        var poolInfo = VkCommandPoolCreateInfo()
        poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO
        poolInfo.queueFamilyIndex = device.description.queueFamily ?? 0
        let pool = try created("vkCreateCommandPool") {
            functions.createCommandPool(device.handle, &poolInfo, nil, $0)
        }
        do throws(VulkanError) {
            var info = VkCommandBufferAllocateInfo()
            info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO
            (info.commandPool, info.level, info.commandBufferCount) = (pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1)
            commands = try created("vkAllocateCommandBuffers") {
                functions.allocateCommandBuffers(device.handle, &info, $0)
            }
            var fenceInfo = VkFenceCreateInfo()
            fenceInfo.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO
            fence = try created("vkCreateFence") { functions.createFence(device.handle, &fenceInfo, nil, $0) }
        } catch {
            // The buffer goes with its pool.
            functions.destroyCommandPool(device.handle, pool, nil)
            throw error
        }
        (self.device, self.pool) = (device, pool)
    }

    deinit {
        guard device.mayFree else { return }
        device.functions.destroyFence(device.handle, fence, nil)
        device.functions.destroyCommandPool(device.handle, pool, nil)
    }

    /// Records commands and begins to execute them after the semaphores of `waits` have their values. When the commands
    /// have ended, those of `signals` get theirs.
    func submit(
        waits: [SemaphoreValue] = [], signals: [SemaphoreValue] = [], _ record: (CommandRecorder) -> Void
    ) throws(VulkanError) {
        let functions = device.functions
        try device.check(functions.resetCommandPool(device.handle, pool, 0), "vkResetCommandPool")
        var info = VkCommandBufferBeginInfo()
        info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
        info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT.rawValue
        try device.check(functions.beginCommandBuffer(commands, &info), "vkBeginCommandBuffer")
        record(self)
        try device.check(functions.endCommandBuffer(commands), "vkEndCommandBuffer")
        var fence: VkFence? = fence
        try device.check(functions.resetFences(device.handle, 1, &fence), "vkResetFences")
        try device.submit(commands, fence: self.fence, waits: waits, signals: signals)
    }

    /// Waits until the commands have ended. Returns false if they haven't after that time.
    func wait(milliseconds: Int) throws(VulkanError) -> Bool {
        var fence: VkFence? = fence
        let result = device.functions.waitForFences(
            device.handle, 1, &fence, VkBool32(VK_TRUE), UInt64(milliseconds) * 1_000_000)
        if result == VK_TIMEOUT { return false }
        // Without a fence, nobody knows when the memory of the run is free again.
        if result != VK_SUCCESS, result != VK_ERROR_DEVICE_LOST { device.abandon() }
        try device.check(result, "vkWaitForFences")
        return true
    }

    /// Milliseconds between checks whether a rendering was stopped.
    static let checkInterval = 10
    /// Milliseconds that a device has for ending commands that were stopped, and those that were submitted before.
    private static let grace = 30_000

    /// Waits until the commands have ended, also after an error.
    ///
    /// - Parameters:
    ///   - stopped: The error after this time.
    ///   - end: Called if the rendering is stopped or takes too long, to make the commands end soon.
    func wait(upTo timeLimit: Duration, stopped: VulkanError, ending end: () -> Void = {}) throws {
        let meter = WorkMeter.current
        let start = ContinuousClock.now
        while try !wait(milliseconds: Self.checkInterval) {
            do {
                try meter?.check()
                guard ContinuousClock.now - start < timeLimit else { throw stopped }
            } catch {
                end()
                guard try wait(milliseconds: Self.grace) else {
                    device.abandon()
                    throw VulkanError.timedOut(
                        device: device.description.name,
                        seconds: Int((ContinuousClock.now - start).components.seconds))
                }
                throw error
            }
        }
        try meter?.check()
    }
}
