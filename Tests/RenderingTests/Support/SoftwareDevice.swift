import DeviceKernels
import Testing

#if canImport(Vulkan)
    import Vulkan
#endif

/// Mesa's software device.
enum SoftwareDevice {
    struct Missing: Error {}

    /// Opens the device.
    ///
    /// - Parameter copiesPixels: Whether it is to have memory of its own.
    static func open(copiesPixels: Bool) throws -> any KernelDevice {
        #if canImport(Vulkan)
            try VulkanDevice(VulkanInstance(library: VulkanLibrary()), .named("llvmpipe"), copiesPixels: copiesPixels)
        #else
            throw Missing()
        #endif
    }

    static let isAvailable = (try? open(copiesPixels: false)) != nil
}

extension Trait where Self == ConditionTrait {
    /// For tests that need Mesa's software device.
    static var needsVulkan: Self {
        .enabled(if: SoftwareDevice.isAvailable, "there is no Vulkan device: install mesa-vulkan-drivers")
    }
}
