import DeviceKernels
import ImageGraph
import KernelLanguage
import SPIRV

/// A kernel's code on a device, which works of the device run. Thread-safe.
///
/// It keeps the logical device only, since the device itself keeps its kernels.
final class VulkanDeviceKernel: DeviceKernel {
    let program: Program
    let layout: KernelLayout
    let block: ParameterBlockLayout
    let pipeline: ComputePipeline

    /// Compiles a validated program. Throws `SPIRVEmissionError` or `VulkanError` if that isn't possible.
    init(_ program: Program, layout: KernelLayout, on device: LogicalDevice, cache: PipelineCache) throws {
        let kernel = try SPIRVKernel(program, layout: layout, controls: device.description.floatControls)
        pipeline = try ComputePipeline(kernel, device, cache: cache)
        (self.program, self.layout, block) = (program, layout, kernel.block)
    }
}
