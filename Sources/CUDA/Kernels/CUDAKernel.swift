import ImageGraph
import JIT
import KernelLanguage
import Pixels

/// A kernel that is loaded on a CUDA device. Images are copied to the device for each run, and the result back.
///
/// Results equal the interpreter's in every bit, except the payload and the sign of a NaN. Thread-safe.
package final class CUDAKernel: PreparedKernel {
    /// Limits of runs.
    package struct Limits: Sendable {
        /// Maximum number of loop iterations of a pixel.
        package var stepBudget: Int
        /// Maximum time of a run on the device. A device that doesn't answer is treated as lost after it.
        package var time: Duration
        /// Maximum number of pixels of a launch, which can't be stopped unless it has loops.
        package var pixelsOfLaunch: Int

        /// Creates limits.
        package init(stepBudget: Int, time: Duration = .seconds(60), pixelsOfLaunch: Int = 1 << 25) {
            (self.stepBudget, self.time, self.pixelsOfLaunch) = (stepBudget, time, pixelsOfLaunch)
        }
    }

    let device: CUDADevice
    let code: PTXKernel
    let limits: Limits
    let function: CUDAFunction
    private let module: CUDAModule

    /// Loads a kernel's code. Throws `CUDAError`.
    package init(_ code: PTXKernel, on device: CUDADevice, limits: Limits) throws {
        let driver = device.driver
        (module, function) = try device.withContext {
            let module = try driver.loadModule(code.text)
            do {
                return (module, try driver.function(PTXKernel.entryPoint, of: module))
            } catch {
                try? driver.unload(module)
                throw error
            }
        }
        (self.device, self.code, self.limits) = (device, code, limits)
    }

    deinit {
        // After the loss of the device this fails, and there is nothing left to unload.
        try? device.withContext { try device.driver.unload(module) }
    }

    /// Computes the pixels of `region`. Throws `KernelRunError` like the interpreter, `DeviceKernelError` if the call
    /// doesn't fit the layout, or `CUDAError`.
    package func run(
        arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView
    ) throws {
        try code.program.validateCall(arguments, images, region, output)
        if region.isEmpty { return }
        let run = try CUDAKernelRun(
            kernel: self, arguments: arguments, images: images, region: region, output: output)
        try device.withContext { try device.withStream { stream in try run.perform(on: stream) } }
        withExtendedLifetime((images, output)) {}
    }
}
