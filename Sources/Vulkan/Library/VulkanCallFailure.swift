/// A call of Vulkan that failed.
package struct VulkanCallFailure: Sendable, Hashable, CustomStringConvertible {
    /// The function, such as `vkCreateDevice`.
    package let function: String
    /// The numeric result.
    package let code: Int32

    /// Creates a description of a failed call.
    package init(function: String, code: Int32) { (self.function, self.code) = (function, code) }

    /// The name of the result in Vulkan's specification, and the remedy.
    private var meaning: (name: String, remedy: String) {
        switch code {
        case 1: ("VK_NOT_READY", "try again")
        case 2: ("VK_TIMEOUT", "render smaller parts")
        case -1: ("VK_ERROR_OUT_OF_HOST_MEMORY", "free memory, or render smaller parts")
        case -2: ("VK_ERROR_OUT_OF_DEVICE_MEMORY", "free the device's memory, or render smaller parts")
        case -3: ("VK_ERROR_INITIALIZATION_FAILED", "check the driver with vulkaninfo")
        case -4: ("VK_ERROR_DEVICE_LOST", "start the program again, or render without the device")
        case -5: ("VK_ERROR_MEMORY_MAP_FAILED", "free memory, or render smaller parts")
        case -6: ("VK_ERROR_LAYER_NOT_PRESENT", "install the layer, or don't demand it")
        case -7: ("VK_ERROR_EXTENSION_NOT_PRESENT", "install a newer driver")
        case -8: ("VK_ERROR_FEATURE_NOT_PRESENT", "install a newer driver, or choose another device")
        case -9: ("VK_ERROR_INCOMPATIBLE_DRIVER", "install a driver for Vulkan 1.2 or later")
        case -10: ("VK_ERROR_TOO_MANY_OBJECTS", "render in fewer threads")
        case -12: ("VK_ERROR_FRAGMENTED_POOL", "free the device's memory, or render smaller parts")
        case -13: ("VK_ERROR_UNKNOWN", "check the driver with vulkaninfo")
        case -1_000_161_000: ("VK_ERROR_FRAGMENTATION", "free the device's memory, or render smaller parts")
        case -1_000_257_000: ("VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS", "check the driver with vulkaninfo")
        default: ("VkResult \(code)", "check the driver with vulkaninfo")
        }
    }

    /// The text of the error.
    package var description: String { "\(function) failed with \(meaning.name); \(meaning.remedy)" }
}
