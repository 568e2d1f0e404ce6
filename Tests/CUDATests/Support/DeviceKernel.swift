import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

@testable import CUDA
@testable import JIT

/// A kernel of the kernel language as PTX, and as code for this processor that a simulated device runs.
struct DeviceKernel {
    let code: PTXKernel
    private let machineCode: MachineCode

    struct TextError: Error { var message: String }

    /// The arguments are the address of the parameter block, the column and the row.
    private typealias Function = @convention(c) (UInt64, UInt32, UInt32) -> Void

    init(_ text: String, layout: KernelLayout? = nil) throws {
        let result = KernelCompiler.compile(KernelSource(text: text))
        guard let program = result.kernels.first else {
            throw TextError(message: result.diagnostics.map(\.message).joined(separator: "; "))
        }
        code = try PTXStore().kernel(program, layout: layout ?? KernelLayout(imageCount: program.samplerCount))
        var emitter = try DeviceKernelEmitter(code.program, layout: code.layout, target: .processor)
        let compiler = LLVMCompiler(library: try LLVMLibrary.shared.get(), passes: PTXCompiler.passes)
        machineCode = try MachineCode(object: compiler.object(from: emitter.text()))
    }

    /// Loads the kernel on a device that can run it.
    func load(
        on device: CUDADevice, _ simulation: SimulatedDevice,
        limits: CUDAKernel.Limits = CUDAKernel.Limits(stepBudget: 100_000)
    ) throws -> CUDAKernel {
        let function = unsafeBitCast(try machineCode.address(of: PTXKernel.entryPoint), to: Function.self)
        let machineCode = machineCode
        simulation.configure { state in
            state.kernels[code.text] = { argument, column, row in
                function(argument, column, row)
                withExtendedLifetime(machineCode) {}
            }
        }
        return try CUDAKernel(code, on: device, limits: limits)
    }
}
