import CVulkan
import Synchronization

/// Collects the warnings and errors of Vulkan's validation layer. Thread-safe.
package final class VulkanMessageLog: Sendable {
    private let list = Mutex<[String]>([])

    /// Creates an empty log.
    package init() {}

    /// The messages so far, in their order.
    package var messages: [String] { list.withLock { $0 } }

    private func add(_ message: String) { list.withLock { $0.append(message) } }

    /// Returns the description of a messenger that adds to this log. The log must outlive the messenger.
    var messenger: VkDebugUtilsMessengerCreateInfoEXT {
        var info = VkDebugUtilsMessengerCreateInfoEXT()
        info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT
        info.messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT.rawValue
            | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT.rawValue
        info.messageType =
            VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT.rawValue
            | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT.rawValue
            | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT.rawValue
        info.pUserData = Unmanaged.passUnretained(self).toOpaque()
        info.pfnUserCallback = { _, _, data, log in
            if let log, let text = data?.pointee.pMessage {
                Unmanaged<VulkanMessageLog>.fromOpaque(log).takeUnretainedValue().add(String(cString: text))
            }
            return VkBool32(VK_FALSE)
        }
        return info
    }
}
