import CVulkan

/// A connection to Vulkan's drivers, without a surface. Thread-safe.
package final class VulkanInstance: @unchecked Sendable {
    let library: VulkanLibrary
    let handle: VkInstance
    let functions: InstanceFunctions
    /// Whether the instance is destroyed with this object. Otherwise it is an application's.
    private let isOwned: Bool
    private let log: VulkanMessageLog?
    private var messenger: VkDebugUtilsMessengerEXT?

    private static let validationLayer = "VK_LAYER_KHRONOS_validation"

    /// Creates an instance.
    ///
    /// - Parameter log: If given, every call is checked by the validation layer, which slows it down, and the log
    ///   gets the layer's messages.
    package init(library: VulkanLibrary, validatingInto log: VulkanMessageLog? = nil) throws(VulkanError) {
        (self.library, self.log, isOwned) = (library, log, true)
        if log != nil { try Self.requireValidation(library) }
        let create: PFN_vkCreateInstance = try library.function("vkCreateInstance", of: nil)
        var application = VkApplicationInfo()
        application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO
        application.apiVersion = coreimage_vulkan_1_2
        var messages = log?.messenger ?? VkDebugUtilsMessengerCreateInfoEXT()
        let isValidating = log != nil
        let (layers, extensions) = isValidating ? ([Self.validationLayer], ["VK_EXT_debug_utils"]) : ([], [])
        let instance = try withCStrings(layers) { layers throws(VulkanError) in
            try withCStrings(extensions) { extensions throws(VulkanError) in
                try created("vkCreateInstance") { handle in
                    withUnsafePointer(to: &application) { application in
                        withUnsafePointer(to: &messages) { messages in
                            var info = VkInstanceCreateInfo()
                            info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
                            info.pNext = isValidating ? UnsafeRawPointer(messages) : nil
                            info.pApplicationInfo = application
                            (info.enabledLayerCount, info.ppEnabledLayerNames) = (
                                UInt32(layers.count), layers.baseAddress
                            )
                            (info.enabledExtensionCount, info.ppEnabledExtensionNames) = (
                                UInt32(extensions.count), extensions.baseAddress
                            )
                            return DeviceOpening.alone { create(&info, nil, handle) }
                        }
                    }
                }
            }
        }
        do throws(VulkanError) {
            functions = try InstanceFunctions(library, instance)
        } catch {
            let destroy: PFN_vkDestroyInstance? = try? library.function("vkDestroyInstance", of: instance)
            DeviceOpening.alone { destroy?(instance, nil) }
            throw error
        }
        handle = instance
        if log != nil {
            let create: PFN_vkCreateDebugUtilsMessengerEXT = try library.function(
                "vkCreateDebugUtilsMessengerEXT", of: instance)
            messenger = try created("vkCreateDebugUtilsMessengerEXT") { create(instance, &messages, nil, $0) }
        }
    }

    /// Uses an instance that an application has created, and never destroys it.
    init(adopting instance: VkInstance, library: VulkanLibrary) throws(VulkanError) {
        functions = try InstanceFunctions(library, instance)
        (self.library, handle, log, isOwned) = (library, instance, nil, false)
    }

    deinit {
        if let messenger {
            let destroy: PFN_vkDestroyDebugUtilsMessengerEXT? = try? library.function(
                "vkDestroyDebugUtilsMessengerEXT", of: handle)
            destroy?(handle, messenger, nil)
        }
        if isOwned { DeviceOpening.alone { functions.destroyInstance(handle, nil) } }
    }

    private static func requireValidation(_ library: VulkanLibrary) throws(VulkanError) {
        let list: PFN_vkEnumerateInstanceLayerProperties = try library.function(
            "vkEnumerateInstanceLayerProperties", of: nil)
        let layers = try listed("vkEnumerateInstanceLayerProperties", of: VkLayerProperties()) { list($0, $1) }
        guard layers.contains(where: { String(characters: $0.layerName) == validationLayer }) else {
            throw .validationMissing
        }
    }

    /// Returns the devices that drivers offer, in the drivers' order, with those that can't be used.
    package func devices() throws(VulkanError) -> [VulkanDeviceDescription] {
        let handles = try listed("vkEnumeratePhysicalDevices", of: nil as VkPhysicalDevice?) {
            functions.enumeratePhysicalDevices(handle, $0, $1)
        }
        return handles.compactMap { $0 }.map { VulkanDeviceDescription($0, functions) }
    }
}
