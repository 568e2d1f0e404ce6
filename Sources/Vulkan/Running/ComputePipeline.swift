import CVulkan
import SPIRV

/// A kernel's code on a device. Thread-safe.
final class ComputePipeline: @unchecked Sendable {
    let device: LogicalDevice
    let handle: VkPipeline
    let layout: VkPipelineLayout

    /// Size of the push constants: an address.
    static let constantByteCount: UInt32 = 8

    /// Compiles a kernel. `cache` avoids compiling the same code twice.
    init(_ kernel: SPIRVKernel, _ device: LogicalDevice, cache: PipelineCache) throws(VulkanError) {
        let functions = device.functions
        let module = try Self.module(kernel.words, device)
        defer { functions.destroyShaderModule(device.handle, module, nil) }
        let layout = try Self.layout(device)
        do throws(VulkanError) {
            handle = try Self.pipeline(module, layout, device, cache)
        } catch {
            functions.destroyPipelineLayout(device.handle, layout, nil)
            throw error
        }
        (self.device, self.layout) = (device, layout)
    }

    deinit {
        guard device.mayFree else { return }
        device.functions.destroyPipeline(device.handle, handle, nil)
        device.functions.destroyPipelineLayout(device.handle, layout, nil)
    }

    private static func module(_ words: [UInt32], _ device: LogicalDevice) throws(VulkanError) -> VkShaderModule {
        try created("vkCreateShaderModule") { handle in
            words.withUnsafeBufferPointer { words in
                var info = VkShaderModuleCreateInfo()
                info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO
                (info.codeSize, info.pCode) = (4 * words.count, words.baseAddress)
                return device.functions.createShaderModule(device.handle, &info, nil, handle)
            }
        }
    }

    private static func layout(_ device: LogicalDevice) throws(VulkanError) -> VkPipelineLayout {
        var constants = VkPushConstantRange()
        constants.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT.rawValue
        constants.size = constantByteCount
        return try created("vkCreatePipelineLayout") { handle in
            withUnsafePointer(to: &constants) { constants in
                var info = VkPipelineLayoutCreateInfo()
                info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO
                (info.pushConstantRangeCount, info.pPushConstantRanges) = (1, constants)
                return device.functions.createPipelineLayout(device.handle, &info, nil, handle)
            }
        }
    }

    private static func pipeline(
        _ module: VkShaderModule, _ layout: VkPipelineLayout, _ device: LogicalDevice, _ cache: PipelineCache
    ) throws(VulkanError) -> VkPipeline {
        var pipeline: VkPipeline?
        let result = "main".withCString { name in
            var info = VkComputePipelineCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO
            info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
            info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT
            (info.stage.module, info.stage.pName, info.layout) = (module, name, layout)
            return device.functions.createComputePipelines(device.handle, cache.handle, 1, &info, nil, &pipeline)
        }
        try device.check(result, "vkCreateComputePipelines")
        guard let pipeline else { throw .functionMissing("vkCreateComputePipelines") }
        return pipeline
    }
}
