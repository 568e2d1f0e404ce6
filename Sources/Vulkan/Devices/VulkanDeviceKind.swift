/// What a Vulkan device is.
package enum VulkanDeviceKind: String, Sendable, Hashable {
    /// A graphics processor with memory of its own.
    case discrete
    /// A graphics processor that shares the memory of the main processor.
    case integrated
    /// A graphics processor of a virtual machine.
    case virtual
    /// Software on the main processor.
    case software
    /// Anything else.
    case other
}
