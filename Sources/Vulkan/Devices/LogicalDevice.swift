import CVulkan
import Foundation
import Synchronization

/// An opened device and its queue. Everything that is created on the device keeps it open. Thread-safe.
final class LogicalDevice: @unchecked Sendable {
    let instance: VulkanInstance
    let description: VulkanDeviceDescription
    let handle: VkDevice
    let functions: DeviceFunctions
    /// A queue is used by one thread at a time.
    private let queue: Mutex<QueueHandle>
    private let state = Atomic<State>(.working)

    /// What became of the device. It never works again after it failed.
    enum State: UInt8, AtomicRepresentable {
        /// Everything is fine.
        case working
        /// The driver has reported the loss of the device.
        case lost
        /// The device still works on something that doesn't end. Nothing of it may be freed.
        case abandoned
    }

    private struct QueueHandle: @unchecked Sendable { let handle: VkQueue }

    /// Opens a usable device.
    init(_ instance: VulkanInstance, _ description: VulkanDeviceDescription) throws(VulkanError) {
        guard description.isUsable, let family = description.queueFamily else {
            let problems = description.problems.joined(separator: ", ")
            throw .noDevice(wanted: description.name, reasons: ["\(description.name): \(problems)"])
        }
        (self.instance, self.description) = (instance, description)
        let device = try created("vkCreateDevice") {
            Self.create(description.handle, family, instance.functions, $0)
        }
        do throws(VulkanError) {
            functions = try DeviceFunctions(instance.functions, device)
        } catch {
            let destroy = instance.functions.getDeviceFunction(device, "vkDestroyDevice")
            unsafeBitCast(destroy, to: PFN_vkDestroyDevice?.self)?(device, nil)
            throw error
        }
        handle = device
        var first: VkQueue?
        functions.getQueue(device, family, 0, &first)
        guard let first else {
            functions.destroyDevice(device, nil)
            throw .functionMissing("vkGetDeviceQueue")
        }
        queue = Mutex(QueueHandle(handle: first))
    }

    deinit {
        // All runs have ended, because each keeps the device open. An abandoned device can't be closed.
        if mayFree { functions.destroyDevice(handle, nil) }
    }

    private static func create(
        _ device: VkPhysicalDevice, _ family: UInt32, _ functions: InstanceFunctions,
        _ handle: UnsafeMutablePointer<VkDevice?>
    ) -> VkResult {
        var newer = VkPhysicalDeviceVulkan12Features()
        newer.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
        newer.bufferDeviceAddress = VkBool32(VK_TRUE)
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
                        return functions.createDevice(device, &info, nil, handle)
                    }
                }
            }
        }
    }

    /// Whether objects of the device may be freed.
    var mayFree: Bool { state.load(ordering: .acquiring) != .abandoned }

    /// Throws if the device has failed before.
    func requireWorking() throws(VulkanError) {
        guard state.load(ordering: .acquiring) == .working else { throw .deviceLost(device: description.name) }
    }

    /// Marks the device as still working on something that doesn't end.
    func abandon() { state.store(.abandoned, ordering: .releasing) }

    /// Throws an error that names the call unless it succeeded. Notes the loss of the device.
    func check(_ result: VkResult, _ function: String) throws(VulkanError) {
        if result == VK_ERROR_DEVICE_LOST {
            _ = state.compareExchange(expected: .working, desired: .lost, ordering: .acquiringAndReleasing)
            throw .deviceLost(device: description.name)
        }
        try Vulkan.check(result, function)
    }

    /// Begins to execute commands. The fence is signalled when they have ended.
    func submit(_ commands: VkCommandBuffer, fence: VkFence) throws(VulkanError) {
        var commands: VkCommandBuffer? = commands
        let result = withUnsafePointer(to: &commands) { commands in
            var info = VkSubmitInfo()
            info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO
            (info.commandBufferCount, info.pCommandBuffers) = (1, commands)
            return queue.withLock { functions.queueSubmit($0.handle, 1, &info, fence) }
        }
        try check(result, "vkQueueSubmit")
    }
}
