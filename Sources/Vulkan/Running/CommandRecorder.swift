import CVulkan
import Foundation

/// Records the commands of a run, submits them and waits. Used by one run at a time.
final class CommandRecorder: @unchecked Sendable {
    private let device: LogicalDevice
    private let pool: VkCommandPool
    private let commands: VkCommandBuffer
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

    /// Records commands and begins to execute them.
    func submit(_ record: (CommandRecorder) -> Void) throws(VulkanError) {
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
        try device.submit(commands, fence: self.fence)
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

    // MARK: Commands

    /// Copies bytes between blocks.
    func copy(_ source: MemoryRange, to target: MemoryRange, bytes: Range<Int>) {
        var region = VkBufferCopy()
        region.srcOffset = VkDeviceSize(source.range.lowerBound + bytes.lowerBound)
        region.dstOffset = VkDeviceSize(target.range.lowerBound + bytes.lowerBound)
        region.size = VkDeviceSize(bytes.count)
        device.functions.copyBuffer(commands, source.block.buffer, target.block.buffer, 1, &region)
    }

    /// One of the stages between which memory is handed over.
    enum Stage {
        case transfer, kernel, host

        fileprivate var mask: VkPipelineStageFlags {
            switch self {
            case .transfer: VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
            case .kernel: VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue
            case .host: VK_PIPELINE_STAGE_HOST_BIT.rawValue
            }
        }

        fileprivate var read: VkAccessFlags {
            switch self {
            case .transfer: VK_ACCESS_TRANSFER_READ_BIT.rawValue
            case .kernel: VK_ACCESS_SHADER_READ_BIT.rawValue
            case .host: VK_ACCESS_HOST_READ_BIT.rawValue
            }
        }

        fileprivate var write: VkAccessFlags {
            switch self {
            case .transfer: VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
            case .kernel: VK_ACCESS_SHADER_WRITE_BIT.rawValue
            case .host: VK_ACCESS_HOST_WRITE_BIT.rawValue
            }
        }
    }

    /// Makes what one stage has written visible to the next.
    func handOver(from first: Stage, to second: Stage) {
        var barrier = VkMemoryBarrier()
        barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER
        (barrier.srcAccessMask, barrier.dstAccessMask) = (first.write, second.read)
        device.functions.pipelineBarrier(commands, first.mask, second.mask, 0, 1, &barrier, 0, nil, 0, nil)
    }

    /// Runs a kernel with the parameter block at an address.
    func dispatch(_ pipeline: ComputePipeline, block address: UInt64, columns: Int, rows: Int) {
        var address = address
        let functions = device.functions
        functions.bindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle)
        functions.pushConstants(
            commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT.rawValue, 0, ComputePipeline.constantByteCount,
            &address)
        functions.dispatch(commands, UInt32(columns), UInt32(rows), 1)
    }
}
