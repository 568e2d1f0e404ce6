import CVulkan

extension LogicalDevice {
    /// Creates a device with the features that kernels and semaphores need, and one queue.
    static func create(
        _ device: VkPhysicalDevice, _ family: UInt32, _ extensions: UnsafeBufferPointer<UnsafePointer<CChar>?>,
        _ functions: InstanceFunctions, _ handle: UnsafeMutablePointer<VkDevice?>
    ) -> VkResult {
        var newer = VkPhysicalDeviceVulkan12Features()
        newer.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
        newer.bufferDeviceAddress = VkBool32(VK_TRUE)
        // Vulkan 1.2 has it on every device.
        newer.timelineSemaphore = VkBool32(VK_TRUE)
        var features = VkPhysicalDeviceFeatures2()
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
        features.features.shaderInt64 = VkBool32(VK_TRUE)
        features.features.shaderFloat64 = VkBool32(VK_TRUE)
        var priority: Float = 1
        return withUnsafeMutablePointer(to: &newer) { newer in
            features.pNext = UnsafeMutableRawPointer(newer)
            return withUnsafePointer(to: &features) { features in
                withUnsafePointer(to: &priority) { priority in
                    var queue = VkDeviceQueueCreateInfo()
                    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO
                    (queue.queueFamilyIndex, queue.queueCount, queue.pQueuePriorities) = (family, 1, priority)
                    return withUnsafePointer(to: &queue) { queue in
                        var info = VkDeviceCreateInfo()
                        info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO
                        info.pNext = UnsafeRawPointer(features)
                        (info.queueCreateInfoCount, info.pQueueCreateInfos) = (1, queue)
                        info.enabledExtensionCount = UInt32(extensions.count)
                        info.ppEnabledExtensionNames = extensions.baseAddress
                        return functions.createDevice(device, &info, nil, handle)
                    }
                }
            }
        }
    }
}
