import CVulkan

/// The functions of an instance that are called. Their pointers are valid as long as the instance.
struct InstanceFunctions: Sendable {
    let destroyInstance: PFN_vkDestroyInstance
    let enumeratePhysicalDevices: PFN_vkEnumeratePhysicalDevices
    let getProperties: PFN_vkGetPhysicalDeviceProperties
    let getProperties2: PFN_vkGetPhysicalDeviceProperties2
    let getFeatures2: PFN_vkGetPhysicalDeviceFeatures2
    let getMemoryProperties: PFN_vkGetPhysicalDeviceMemoryProperties
    let getQueueFamilies: PFN_vkGetPhysicalDeviceQueueFamilyProperties
    let enumerateExtensions: PFN_vkEnumerateDeviceExtensionProperties
    let createDevice: PFN_vkCreateDevice
    let getDeviceFunction: PFN_vkGetDeviceProcAddr

    init(_ library: VulkanLibrary, _ instance: VkInstance) throws(VulkanError) {
        destroyInstance = try library.function("vkDestroyInstance", of: instance)
        enumeratePhysicalDevices = try library.function("vkEnumeratePhysicalDevices", of: instance)
        getProperties = try library.function("vkGetPhysicalDeviceProperties", of: instance)
        getProperties2 = try library.function("vkGetPhysicalDeviceProperties2", of: instance)
        getFeatures2 = try library.function("vkGetPhysicalDeviceFeatures2", of: instance)
        getMemoryProperties = try library.function("vkGetPhysicalDeviceMemoryProperties", of: instance)
        getQueueFamilies = try library.function("vkGetPhysicalDeviceQueueFamilyProperties", of: instance)
        enumerateExtensions = try library.function("vkEnumerateDeviceExtensionProperties", of: instance)
        createDevice = try library.function("vkCreateDevice", of: instance)
        getDeviceFunction = try library.function("vkGetDeviceProcAddr", of: instance)
    }
}
