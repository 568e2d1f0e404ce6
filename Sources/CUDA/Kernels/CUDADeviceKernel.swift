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
    init(_ code: PTXKernel, on opened: OpenCUDADevice, cubins: CubinStore) throws {
        let driver = opened.driver
        (module, function) = try opened.withContext {
            try cubins.load(
                code.text, for: Self.target(try driver.version(), opened.description),
                compile: { try driver.compile(code.text) },
                load: { cubin in
                    let module = try driver.loadModule(cubin)
                    do {
                        return (module, try driver.function(PTXKernel.entryPoint, of: module))
                    } catch {
                        try? driver.unload(module)
                        throw error
                    }
                },
                // With too little memory, or without the device, other code can't be loaded either.
                isRefusal: { ![.lost, .outOfMemory].contains(($0 as? CUDAError)?.failureKind) })
        }
        (self.opened, self.code) = (opened, code)
    }

    /// What compiled code depends on beside the kernel.
    private static func target(_ version: Int, _ device: CUDADeviceDescription) -> String {
        "\(device.capability.major).\(device.capability.minor) \(version)"
    }

    deinit {
        // After the loss of the device this fails, and there is nothing left to unload.
        try? opened.withContext { try opened.driver.unload(module) }
    }

    /// The program, without transcendental functions.
    var program: Program { code.program }
    var layout: KernelLayout { code.layout }
}
