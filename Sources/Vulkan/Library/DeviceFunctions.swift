import CVulkan

/// The functions of a logical device that are called. Their pointers are valid as long as the device.
struct DeviceFunctions: Sendable {
    // The device and its queue
    let destroyDevice: PFN_vkDestroyDevice
    let deviceWaitIdle: PFN_vkDeviceWaitIdle
    let getQueue: PFN_vkGetDeviceQueue
    let queueSubmit: PFN_vkQueueSubmit
    let createFence: PFN_vkCreateFence
    let destroyFence: PFN_vkDestroyFence
    let resetFences: PFN_vkResetFences
    let waitForFences: PFN_vkWaitForFences

    // Semaphores
    let waitSemaphores: PFN_vkWaitSemaphores
    let getSemaphoreValue: PFN_vkGetSemaphoreCounterValue

    // Memory
    let allocateMemory: PFN_vkAllocateMemory
    let freeMemory: PFN_vkFreeMemory
    let mapMemory: PFN_vkMapMemory
    let createBuffer: PFN_vkCreateBuffer
    let destroyBuffer: PFN_vkDestroyBuffer
    let getBufferMemoryRequirements: PFN_vkGetBufferMemoryRequirements
    let getImageMemoryRequirements: PFN_vkGetImageMemoryRequirements
    let bindBufferMemory: PFN_vkBindBufferMemory
    let getBufferDeviceAddress: PFN_vkGetBufferDeviceAddress

    // Pipelines
    let createShaderModule: PFN_vkCreateShaderModule
    let destroyShaderModule: PFN_vkDestroyShaderModule
    let createPipelineLayout: PFN_vkCreatePipelineLayout
    let destroyPipelineLayout: PFN_vkDestroyPipelineLayout
    let createPipelineCache: PFN_vkCreatePipelineCache
    let destroyPipelineCache: PFN_vkDestroyPipelineCache
    let createComputePipelines: PFN_vkCreateComputePipelines
    let destroyPipeline: PFN_vkDestroyPipeline

    // Commands
    let createCommandPool: PFN_vkCreateCommandPool
    let destroyCommandPool: PFN_vkDestroyCommandPool
    let resetCommandPool: PFN_vkResetCommandPool
    let allocateCommandBuffers: PFN_vkAllocateCommandBuffers
    let beginCommandBuffer: PFN_vkBeginCommandBuffer
    let endCommandBuffer: PFN_vkEndCommandBuffer
    let bindPipeline: PFN_vkCmdBindPipeline
    let pushConstants: PFN_vkCmdPushConstants
    let dispatch: PFN_vkCmdDispatch
    let copyBuffer: PFN_vkCmdCopyBuffer
    let copyImageToBuffer: PFN_vkCmdCopyImageToBuffer
    let copyBufferToImage: PFN_vkCmdCopyBufferToImage
    let pipelineBarrier: PFN_vkCmdPipelineBarrier

    init(_ functions: InstanceFunctions, _ device: VkDevice) throws(VulkanError) {
        func load<Function>(_ name: String) throws(VulkanError) -> Function {
            guard let function = functions.getDeviceFunction(device, name) else { throw .functionMissing(name) }
            return unsafeBitCast(function, to: Function.self)
        }
        destroyDevice = try load("vkDestroyDevice")
        deviceWaitIdle = try load("vkDeviceWaitIdle")
        getQueue = try load("vkGetDeviceQueue")
        queueSubmit = try load("vkQueueSubmit")
        createFence = try load("vkCreateFence")
        destroyFence = try load("vkDestroyFence")
        resetFences = try load("vkResetFences")
        waitForFences = try load("vkWaitForFences")
        waitSemaphores = try load("vkWaitSemaphores")
        getSemaphoreValue = try load("vkGetSemaphoreCounterValue")
        allocateMemory = try load("vkAllocateMemory")
        freeMemory = try load("vkFreeMemory")
        mapMemory = try load("vkMapMemory")
        createBuffer = try load("vkCreateBuffer")
        destroyBuffer = try load("vkDestroyBuffer")
        getBufferMemoryRequirements = try load("vkGetBufferMemoryRequirements")
        getImageMemoryRequirements = try load("vkGetImageMemoryRequirements")
        bindBufferMemory = try load("vkBindBufferMemory")
        getBufferDeviceAddress = try load("vkGetBufferDeviceAddress")
        createShaderModule = try load("vkCreateShaderModule")
        destroyShaderModule = try load("vkDestroyShaderModule")
        createPipelineLayout = try load("vkCreatePipelineLayout")
        destroyPipelineLayout = try load("vkDestroyPipelineLayout")
        createPipelineCache = try load("vkCreatePipelineCache")
        destroyPipelineCache = try load("vkDestroyPipelineCache")
        createComputePipelines = try load("vkCreateComputePipelines")
        destroyPipeline = try load("vkDestroyPipeline")
        createCommandPool = try load("vkCreateCommandPool")
        destroyCommandPool = try load("vkDestroyCommandPool")
        resetCommandPool = try load("vkResetCommandPool")
        allocateCommandBuffers = try load("vkAllocateCommandBuffers")
        beginCommandBuffer = try load("vkBeginCommandBuffer")
        endCommandBuffer = try load("vkEndCommandBuffer")
        bindPipeline = try load("vkCmdBindPipeline")
        pushConstants = try load("vkCmdPushConstants")
        dispatch = try load("vkCmdDispatch")
        copyBuffer = try load("vkCmdCopyBuffer")
        copyImageToBuffer = try load("vkCmdCopyImageToBuffer")
        copyBufferToImage = try load("vkCmdCopyBufferToImage")
        pipelineBarrier = try load("vkCmdPipelineBarrier")
    }
}
