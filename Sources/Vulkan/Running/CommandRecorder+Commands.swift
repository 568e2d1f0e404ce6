import CVulkan

extension CommandRecorder {
    /// Copies pixels from the staging memory to the device's.
    func copy(_ copy: StagedCopy, from staging: MemoryRange) {
        let pieces = copy.pieces(in: staging).map { Self.piece($0.staging, $0.image, $0.byteCount) }
        device.functions.copyBuffer(
            commands, staging.buffer, copy.memory.buffer, UInt32(pieces.count), pieces)
    }

    /// Copies pixels from the device's memory to the staging memory.
    func copy(_ copy: StagedCopy, to staging: MemoryRange) {
        let pieces = copy.pieces(in: staging).map { Self.piece($0.image, $0.staging, $0.byteCount) }
        device.functions.copyBuffer(
            commands, copy.memory.buffer, staging.buffer, UInt32(pieces.count), pieces)
    }

    private static func piece(_ source: Int, _ target: Int, _ byteCount: Int) -> VkBufferCopy {
        var piece = VkBufferCopy()
        (piece.srcOffset, piece.dstOffset) = (VkDeviceSize(source), VkDeviceSize(target))
        piece.size = VkDeviceSize(byteCount)
        return piece
    }

    /// Makes what one stage has written visible to the next, which may also write the same memory.
    func handOver(from first: MemoryStage, to second: MemoryStage) {
        barrier(first.mask, first.write, second.mask, second.read | second.write)
    }

    /// Makes visible what earlier submissions have written, for whose end somebody has waited. Waits for nothing.
    func seeEarlierWork() {
        let (kernel, transfer) = (MemoryStage.kernel, MemoryStage.transfer)
        barrier(
            VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT.rawValue, 0, kernel.mask | transfer.mask,
            kernel.read | kernel.write | transfer.read | transfer.write)
    }

    func barrier(
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
