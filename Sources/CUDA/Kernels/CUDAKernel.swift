import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel on a CUDA device, for images in the memory of the process. They are copied to the device for each run, and
/// the result back.
///
/// Results equal the interpreter's in every bit, except the payload and the sign of a NaN. Thread-safe.
package final class CUDAKernel: PreparedKernel {
    private let kernel: any DeviceKernel
    private let device: CUDADevice
    private let stepBudget: Int

    /// Compiles and loads a validated program. Throws `DeviceFailure` if that isn't possible.
    ///
    /// - Parameter stepBudget: Maximum number of loop iterations of a pixel.
    package init(_ program: Program, layout: KernelLayout, on device: CUDADevice, stepBudget: Int) throws {
        kernel = try device.kernel(for: program, layout: layout)
        (self.device, self.stepBudget) = (device, stepBudget)
    }

    /// Computes the pixels of `region`. Throws the errors of `CUDADevice.perform(_:)`.
    package func run(
        arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView
    ) throws {
        try device.run(
            kernel, arguments: arguments, images: images, region: region, output: output, stepBudget: stepBudget)
    }
}
