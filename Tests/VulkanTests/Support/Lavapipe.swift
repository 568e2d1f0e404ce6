import Testing
import Vulkan

/// Mesa's software device, on which kernels are tested with the validation layer.
enum Lavapipe {
    /// The messages of the validation layer.
    static let log = VulkanMessageLog()

    /// An instance whose calls are validated.
    static let instance: Result<VulkanInstance, any Error> = Result {
        try VulkanInstance(library: VulkanLibrary(), validatingInto: log)
    }

    /// The device.
    static let device: Result<VulkanDevice, any Error> = Result {
        try VulkanDevice(instance.get(), .named("llvmpipe"))
    }

    /// The device as one that has memory of its own, to and from which pixels are copied.
    static let copyingDevice: Result<VulkanDevice, any Error> = Result {
        try VulkanDevice(instance.get(), .named("llvmpipe"), copiesPixels: true)
    }

    static var isAvailable: Bool { (try? device.get()) != nil }

    /// Expects that the validation layer has had nothing to say.
    static func expectNoMessages(_ location: SourceLocation = #_sourceLocation) {
        #expect(log.messages.isEmpty, "\(log.messages.prefix(3))", sourceLocation: location)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need Vulkan.
    static var needsVulkan: Self {
        .enabled(
            if: Lavapipe.isAvailable,
            "there is no Vulkan device: install mesa-vulkan-drivers and vulkan-validationlayers")
    }
}
