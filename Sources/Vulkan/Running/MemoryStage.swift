import CVulkan

/// One of the stages between which memory is handed over.
enum MemoryStage {
    case transfer, kernel, host

    /// The stage of pipelines.
    var mask: VkPipelineStageFlags {
        switch self {
        case .transfer: VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
        case .kernel: VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue
        case .host: VK_PIPELINE_STAGE_HOST_BIT.rawValue
        }
    }

    /// Its reading.
    var read: VkAccessFlags {
        switch self {
        case .transfer: VK_ACCESS_TRANSFER_READ_BIT.rawValue
        case .kernel: VK_ACCESS_SHADER_READ_BIT.rawValue
        case .host: VK_ACCESS_HOST_READ_BIT.rawValue
        }
    }

    /// Its writing.
    var write: VkAccessFlags {
        switch self {
        case .transfer: VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
        case .kernel: VK_ACCESS_SHADER_WRITE_BIT.rawValue
        case .host: VK_ACCESS_HOST_WRITE_BIT.rawValue
        }
    }
}
