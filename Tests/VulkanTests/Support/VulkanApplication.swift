import CVulkan
import DeviceKernels
import Foundation
import Testing

@testable import Vulkan

/// Plays an application that uses Vulkan itself: it has an instance, a device and a queue of its own, whose calls are
/// validated. Calls to the queue must not overlap with renderings.
final class VulkanApplication: @unchecked Sendable {
    /// The messages of the validation layer.
    let log = VulkanMessageLog()
    let getInstanceFunction: PFN_vkGetInstanceProcAddr
    private(set) var instance: VkInstance!
    private(set) var physicalDevice: VkPhysicalDevice!
    private(set) var device: VkDevice!
    private(set) var queue: VkQueue!
    private var messenger: VkDebugUtilsMessengerEXT?
    private(set) var pool: VkCommandPool?

    struct Failure: Error { let function: String, result: VkResult }

    /// Opens the first device.
    init(extensions: [String] = []) throws {
        guard let library = dlopen("libvulkan.so.1", RTLD_NOW), let symbol = dlsym(library, "vkGetInstanceProcAddr")
        else { throw Failure(function: "dlopen", result: VK_ERROR_UNKNOWN) }
        getInstanceFunction = unsafeBitCast(symbol, to: PFN_vkGetInstanceProcAddr.self)
        try DeviceOpening.alone {
            try createInstance()
            var count: UInt32 = 1
            let list: PFN_vkEnumeratePhysicalDevices = function("vkEnumeratePhysicalDevices")
            _ = list(instance, &count, &physicalDevice)
            try createDevice(extensions)
        }
        let getQueue: PFN_vkGetDeviceQueue = function("vkGetDeviceQueue")
        getQueue(device, 0, 0, &queue)
        var info = VkCommandPoolCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO
        let createPool: PFN_vkCreateCommandPool = function("vkCreateCommandPool")
        try check(createPool(device, &info, nil, &pool), "vkCreateCommandPool")
    }

    /// Closes everything. The validation layer reports what is still there.
    deinit {
        let (destroyPool, destroyDevice): (PFN_vkDestroyCommandPool, PFN_vkDestroyDevice) = (
            function("vkDestroyCommandPool"), function("vkDestroyDevice")
        )
        destroyPool(device, pool, nil)
        let destroyMessenger: PFN_vkDestroyDebugUtilsMessengerEXT = function("vkDestroyDebugUtilsMessengerEXT")
        let destroyInstance: PFN_vkDestroyInstance = function("vkDestroyInstance")
        DeviceOpening.alone {
            destroyDevice(device, nil)
            destroyMessenger(instance, messenger, nil)
            destroyInstance(instance, nil)
        }
    }

    /// The application's handles, as it passes them on.
    var handles: VulkanHandles {
        VulkanHandles(
            instance: UInt(bitPattern: instance), physicalDevice: UInt(bitPattern: physicalDevice),
            device: UInt(bitPattern: device), queueFamily: 0, queue: UInt(bitPattern: queue),
            getInstanceProcAddr: unsafeBitCast(getInstanceFunction, to: UInt.self))
    }

    /// Expects that the validation layer has had nothing to say. It recommends other layouts than the general one for
    /// copies, which it doesn't demand.
    func expectNoMessages(_ location: SourceLocation = #_sourceLocation) {
        let messages = log.messages.filter {
            !$0.contains("Performance Warning") || !$0.contains("instead of GENERAL")
        }
        #expect(messages.isEmpty, "\(messages.prefix(3))", sourceLocation: location)
    }

    func function<Function>(_ name: String) -> Function {
        unsafeBitCast(getInstanceFunction(instance, name), to: Function.self)
    }

    func check(_ result: VkResult, _ function: String) throws {
        guard result == VK_SUCCESS else { throw Failure(function: function, result: result) }
    }

    private func createInstance() throws {
        let create: PFN_vkCreateInstance = function("vkCreateInstance")
        var application = VkApplicationInfo()
        application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO
        application.apiVersion = 1 << 22 | 2 << 12
        var created: VkInstance?
        let result = withNames(["VK_LAYER_KHRONOS_validation"]) { layers in
            withNames(["VK_EXT_debug_utils"]) { extensions in
                withUnsafePointer(to: &application) { application in
                    var info = VkInstanceCreateInfo()
                    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
                    info.pApplicationInfo = application
                    (info.enabledLayerCount, info.ppEnabledLayerNames) = (1, layers)
                    (info.enabledExtensionCount, info.ppEnabledExtensionNames) = (1, extensions)
                    return create(&info, nil, &created)
                }
            }
        }
        try check(result, "vkCreateInstance")
        instance = created
        var messages = log.messenger
        let createMessenger: PFN_vkCreateDebugUtilsMessengerEXT = function("vkCreateDebugUtilsMessengerEXT")
        try check(createMessenger(instance, &messages, nil, &messenger), "vkCreateDebugUtilsMessengerEXT")
    }

    private func createDevice(_ names: [String]) throws {
        var newer = VkPhysicalDeviceVulkan12Features()
        newer.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
        (newer.bufferDeviceAddress, newer.timelineSemaphore) = (1, 1)
        var features = VkPhysicalDeviceFeatures2()
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
        (features.features.shaderInt64, features.features.shaderFloat64) = (1, 1)
        var priority: Float = 1
        let create: PFN_vkCreateDevice = function("vkCreateDevice")
        var created: VkDevice?
        let result = withUnsafeMutablePointer(to: &newer) { newer in
            features.pNext = UnsafeMutableRawPointer(newer)
            return withUnsafePointer(to: &features) { features in
                withUnsafePointer(to: &priority) { priority in
                    var queue = VkDeviceQueueCreateInfo()
                    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO
                    (queue.queueCount, queue.pQueuePriorities) = (1, priority)
                    return withUnsafePointer(to: &queue) { queue in
                        withNames(names) { extensions in
                            var info = VkDeviceCreateInfo()
                            info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO
                            info.pNext = UnsafeRawPointer(features)
                            (info.queueCreateInfoCount, info.pQueueCreateInfos) = (1, queue)
                            (info.enabledExtensionCount, info.ppEnabledExtensionNames) = (
                                UInt32(names.count), extensions
                            )
                            return create(physicalDevice, &info, nil, &created)
                        }
                    }
                }
            }
        }
        try check(result, "vkCreateDevice")
        device = created
    }
}

/// Calls `body` with C strings.
private func withNames<Result>(
    _ names: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    let copies = names.map { UnsafePointer(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress) }
}
