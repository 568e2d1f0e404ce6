import Foundation
import Testing
import Vulkan

/// Mesa's software device, on which kernels are tested with the validation layer.
enum Lavapipe {
    /// The messages of the validation layer.
    static let log = VulkanMessageLog()

    /// An instance whose only driver is Mesa's, and whose calls are validated.
    static let instance: Result<VulkanInstance, any Error> = Result {
        // The loader reads these when an instance is created. A driver of the machine could be missing, or crash.
        for folder in ["/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"] {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            guard let file = files.first(where: { $0.hasPrefix("lvp_icd") }) else { continue }
            for variable in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] { setenv(variable, folder + "/" + file, 1) }
        }
        return try VulkanInstance(library: VulkanLibrary(), validatingInto: log)
    }

    /// The device.
    static let device: Result<VulkanDevice, any Error> = Result {
        try VulkanDevice(instance.get(), .named("llvmpipe"))
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
