import DeviceKernels
import ImageGraph
import JIT
import KernelLanguage

/// A kernel that is loaded on a CUDA device, which works of the device run. Thread-safe.
///
/// It keeps the opened device only, since the device itself keeps its kernels.
final class CUDADeviceKernel: DeviceKernel {
    let opened: OpenCUDADevice
    let code: PTXKernel
    let function: CUDAFunction
    private let module: CUDAModule

    /// Loads a kernel's code. Throws `CUDAError`.
    init(_ code: PTXKernel, on opened: OpenCUDADevice) throws {
        let driver = opened.driver
        (module, function) = try opened.withContext {
            let module = try driver.loadModule(code.text)
            do {
                return (module, try driver.function(PTXKernel.entryPoint, of: module))
            } catch {
                try? driver.unload(module)
                throw error
            }
        }
        (self.opened, self.code) = (opened, code)
    }

    deinit {
        // After the loss of the device this fails, and there is nothing left to unload.
        try? opened.withContext { try opened.driver.unload(module) }
    }

    /// The program, without transcendental functions.
    var program: Program { code.program }
    var layout: KernelLayout { code.layout }
}
