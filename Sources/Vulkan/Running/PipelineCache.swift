import CVulkan

/// The driver's cache of compiled code, shared by all kernels on a device. Thread-safe: the driver locks it.
final class PipelineCache: @unchecked Sendable {
    private let device: LogicalDevice
    let handle: VkPipelineCache

    init(_ device: LogicalDevice) throws(VulkanError) {
        self.device = device
        var info = VkPipelineCacheCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO
        handle = try created("vkCreatePipelineCache") {
            device.functions.createPipelineCache(device.handle, &info, nil, $0)
        }
    }

    deinit { if device.mayFree { device.functions.destroyPipelineCache(device.handle, handle, nil) } }
}
