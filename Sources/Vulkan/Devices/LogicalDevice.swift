import CVulkan
import DeviceKernels
import Synchronization

/// An opened device and its queue. Everything that is created on the device keeps it open. Thread-safe.
final class LogicalDevice: @unchecked Sendable {
    let instance: VulkanInstance
    let description: VulkanDeviceDescription
    let handle: VkDevice
    let functions: DeviceFunctions
    /// A queue is used by one thread at a time.
    let queue: DeviceQueue
    /// Whether the device is destroyed with this object. Otherwise it is an application's.
    let isOwned: Bool
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

    /// Opens a usable device.
    init(_ instance: VulkanInstance, _ description: VulkanDeviceDescription) throws(VulkanError) {
        guard description.isUsable, let family = description.queueFamily else {
            let problems = description.problems.joined(separator: ", ")
            throw .noDevice(wanted: description.name, reasons: ["\(description.name): \(problems)"])
        }
        (self.instance, self.description) = (instance, description)
        let extensions = description.importsFiles ? [Self.fileExtension] : []
        let device = try withCStrings(extensions) { extensions throws(VulkanError) in
            try DeviceOpening.alone { () throws(VulkanError) in
                try created("vkCreateDevice") {
                    Self.create(description.handle, family, extensions, instance.functions, $0)
                }
            }
        }
        do throws(VulkanError) {
            functions = try DeviceFunctions(instance.functions, device)
        } catch {
            let destroy = instance.functions.getDeviceFunction(device, "vkDestroyDevice")
            DeviceOpening.alone { unsafeBitCast(destroy, to: PFN_vkDestroyDevice?.self)?(device, nil) }
            throw error
        }
        handle = device
        var first: VkQueue?
        functions.getQueue(device, family, 0, &first)
        guard let first else {
            let destroy = functions.destroyDevice
            DeviceOpening.alone { destroy(device, nil) }
            throw .functionMissing("vkGetDeviceQueue")
        }
        queue = DeviceQueue.queue(first)
        isOwned = true
    }

    /// Uses a device and a queue that an application has opened, and never closes them.
    ///
    /// - Throws: `VulkanError.notAdoptable`, among others.
    init(adopting handles: VulkanHandles) throws(VulkanError) {
        func pointer(_ handle: UInt, _ name: String) throws(VulkanError) -> OpaquePointer {
            guard let pointer = OpaquePointer(bitPattern: handle) else {
                throw .notAdoptable(reason: "its \(name) is null; give the handle that Vulkan returned")
            }
            return pointer
        }
        let instance = try pointer(handles.instance, "VkInstance")
        let physical = try pointer(handles.physicalDevice, "VkPhysicalDevice")
        handle = try pointer(handles.device, "VkDevice")
        queue = DeviceQueue.queue(try pointer(handles.queue, "VkQueue"))
        let library: VulkanLibrary
        if let address = handles.getInstanceProcAddr {
            library = try VulkanLibrary(instanceFunction: address)
        } else {
            library = try VulkanLibrary()
        }
        do throws(VulkanError) {
            self.instance = try VulkanInstance(adopting: instance, library: library)
            functions = try DeviceFunctions(self.instance.functions, handle)
        } catch .functionMissing(let name) {
            throw .notAdoptable(
                reason: "it has no \(name); create its instance with an apiVersion of at least VK_API_VERSION_1_2")
        }
        description = VulkanDeviceDescription(
            physical, self.instance.functions, queueFamily: handles.queueFamily)
        guard description.isUsable else {
            let problems = description.problems.joined(separator: ", ")
            throw .notAdoptable(
                reason: "\(description.name): \(problems); choose another queue or device, or render without one")
        }
        isOwned = false
    }

    deinit {
        // All runs have ended, because each keeps the device open. An abandoned device can't be closed.
        if isOwned, mayFree { DeviceOpening.alone { functions.destroyDevice(handle, nil) } }
    }

    /// The extension with which memory of file descriptors is imported.
    static let fileExtension = "VK_KHR_external_memory_fd"

    /// Whether memory of file descriptors can be imported. Which extensions an application has enabled isn't known.
    var importsFiles: Bool { isOwned && description.importsFiles }

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
}
