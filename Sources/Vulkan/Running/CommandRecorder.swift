import CVulkan
import Foundation

/// Records the commands of a work, submits them and waits. Used by one work at a time.
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

    /// Copies pixels from the staging memory to the device's.
    func copy(_ copy: StagedCopy, from staging: MemoryRange) {
        let pieces = copy.pieces(in: staging).map { Self.piece($0.staging, $0.image, $0.byteCount) }
        device.functions.copyBuffer(
            commands, staging.block.buffer, copy.range.block.buffer, UInt32(pieces.count), pieces)
    }

    /// Copies pixels from the device's memory to the staging memory.
    func copy(_ copy: StagedCopy, to staging: MemoryRange) {
        let pieces = copy.pieces(in: staging).map { Self.piece($0.image, $0.staging, $0.byteCount) }
        device.functions.copyBuffer(
            commands, copy.range.block.buffer, staging.block.buffer, UInt32(pieces.count), pieces)
    }

    private static func piece(_ source: Int, _ target: Int, _ byteCount: Int) -> VkBufferCopy {
        var piece = VkBufferCopy()
        (piece.srcOffset, piece.dstOffset) = (VkDeviceSize(source), VkDeviceSize(target))
        piece.size = VkDeviceSize(byteCount)
        return piece
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

    /// Makes what one stage has written visible to the next, which may also write the same memory.
    func handOver(from first: Stage, to second: Stage) {
        barrier(first.mask, first.write, second.mask, second.read | second.write)
    }

    /// Makes visible what earlier submissions have written, for whose end somebody has waited. Waits for nothing.
    func seeEarlierWork() {
        let (kernel, transfer) = (Stage.kernel, Stage.transfer)
        barrier(
            VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT.rawValue, 0, kernel.mask | transfer.mask,
            kernel.read | kernel.write | transfer.read | transfer.write)
    }

    private func barrier(
        _ first: VkPipelineStageFlags, _ written: VkAccessFlags, _ second: VkPipelineStageFlags,
        _ accessed: VkAccessFlags
    ) {
        var barrier = VkMemoryBarrier()
        barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER
        (barrier.srcAccessMask, barrier.dstAccessMask) = (written, accessed)
        device.functions.pipelineBarrier(commands, first, second, 0, 1, &barrier, 0, nil, 0, nil)
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
