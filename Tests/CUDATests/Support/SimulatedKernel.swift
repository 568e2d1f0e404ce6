import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels

@testable import CUDA
@testable import JIT

/// A kernel of the kernel language as PTX, and as code for this processor that a simulated device runs.
struct SimulatedKernel {
    let program: Program
    let code: PTXKernel
    private let machineCode: MachineCode

    /// The arguments are the address of the parameter block, the column and the row.
    private typealias Function = @convention(c) (UInt64, UInt32, UInt32) -> Void

    init(_ text: String, layout: KernelLayout? = nil) throws { try self.init(kernel(text), layout) }

    init(_ program: Program, _ layout: KernelLayout?) throws {
        self.program = program
        code = try PTXStore().kernel(program, layout: layout ?? KernelLayout(imageCount: program.samplerCount))
        var emitter = try DeviceKernelEmitter(code.program, layout: code.layout, target: .processor)
        let compiler = LLVMCompiler(library: try LLVMLibrary.shared.get(), passes: PTXCompiler.passes)
        machineCode = try MachineCode(object: compiler.object(from: emitter.text()))
    }

    /// Lets a simulated device run the kernel.
    func register(in simulation: SimulatedDevice) throws {
        let function = unsafeBitCast(try machineCode.address(of: PTXKernel.entryPoint), to: Function.self)
        let machineCode = machineCode
        simulation.configure { state in
            state.kernels[code.text] = { argument, column, row in
                function(argument, column, row)
                withExtendedLifetime(machineCode) {}
            }
        }
    }

    /// Loads the kernel on a device that can run it.
    func load(on device: CUDADevice, _ simulation: SimulatedDevice, stepBudget: Int = 100_000) throws -> CUDAKernel {
        try register(in: simulation)
        return try CUDAKernel(program, layout: code.layout, on: device, stepBudget: stepBudget)
    }
}

extension CUDADevice {
    /// Opens a simulated device, without the disk's cache of code unless there are stores with one.
    convenience init(
        _ simulation: SimulatedDevice, limits: Limits = Limits(), code: PTXStore = PTXStore(),
        cubins: CubinStore = CubinStore()
    ) throws(CUDAError) {
        try self.init(0, driver: simulation, code: code, cubins: cubins, limits: limits)
    }
}
