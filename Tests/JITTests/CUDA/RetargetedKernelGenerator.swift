import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

@testable import JIT

/// Generates the text of kernels for devices, compiled for this processor. Tests of kernels then run that text.
struct RetargetedKernelGenerator: KernelCodeGenerator {
    /// Code by its text.
    private static let cache = OnceCache<String, MachineCode>(capacity: 64)
    /// Called with each kernel.
    var inspect: @Sendable (Program, KernelLayout) throws -> Void = { _, _ in }

    func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool { format.isReadByDevices }

    func prepare(
        _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> any PreparedKernel {
        let program = try KernelGenerator.expanded(program)
        try inspect(program, layout)
        var emitter = try DeviceKernelEmitter(program, layout: layout, target: .processor)
        let text = try emitter.text()
        let code = try Self.cache.value(for: text) {
            let compiler = LLVMCompiler(library: try LLVMLibrary.shared.get(), passes: PTXCompiler.passes)
            return try MachineCode(object: compiler.object(from: text))
        }
        return try RetargetedKernel(program: program, layout: layout, code: code, stepBudget: stepBudget)
    }
}
