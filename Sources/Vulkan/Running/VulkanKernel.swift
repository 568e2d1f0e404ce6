import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels
import SPIRV

/// A kernel on a Vulkan device, for images in the memory of the process. Thread-safe.
///
/// A rendering's deadline ends a run, but its loop iterations aren't counted by `WorkMeter`: only the step budget of
/// each pixel bounds them.
package final class VulkanKernel: PreparedKernel {
    private let kernel: any DeviceKernel
    private let device: VulkanDevice
    private let stepBudget: Int

    /// How closely results follow the definitions of instructions.
    package static var exactness: KernelExactness { SPIRVKernel.exactness }

    /// Compiles a validated program. Throws `DeviceFailure` if that isn't possible.
    package init(_ program: Program, layout: KernelLayout, on device: VulkanDevice, stepBudget: Int) throws {
        kernel = try device.kernel(for: program, layout: layout)
        (self.device, self.stepBudget) = (device, stepBudget)
    }

    /// Computes the pixels of `region`. After an error none of them is written.
    ///
    /// - Throws: The errors of `VulkanDevice.perform(_:)`.
    package func run(
        arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView
    ) throws {
        try device.run(
            kernel, arguments: arguments, images: images, region: region, output: output, stepBudget: stepBudget)
    }
}
