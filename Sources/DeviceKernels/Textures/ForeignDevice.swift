/// A device that an application has opened. Handles are those of the device's interface, as numbers. The application
/// keeps them valid until everything that uses the device is released.
package enum ForeignDevice: Sendable, Hashable {
    /// A `VkDevice` with a queue. Only renderings use the queue, since Vulkan forbids two threads to use one.
    case vulkan(VulkanHandles)
    /// A `CUcontext`.
    case cuda(context: UInt)
}

/// A `VkDevice` of an application, and what renderings need beside it.
package struct VulkanHandles: Sendable, Hashable {
    /// The `VkInstance`.
    package var instance: UInt
    /// The `VkPhysicalDevice`.
    package var physicalDevice: UInt
    /// The `VkDevice`.
    package var device: UInt
    /// The number of the family of `queue`, which has `VK_QUEUE_COMPUTE_BIT`.
    package var queueFamily: UInt32
    /// The `VkQueue` for renderings.
    package var queue: UInt
    /// The application's `vkGetInstanceProcAddr`; nil for that of the loader, `libvulkan.so.1`.
    package var getInstanceProcAddr: UInt?

    /// Creates a description of a device.
    package init(
        instance: UInt, physicalDevice: UInt, device: UInt, queueFamily: UInt32, queue: UInt,
        getInstanceProcAddr: UInt? = nil
    ) {
        (self.instance, self.physicalDevice, self.device) = (instance, physicalDevice, device)
        (self.queueFamily, self.queue, self.getInstanceProcAddr) = (queueFamily, queue, getInstanceProcAddr)
    }
}
