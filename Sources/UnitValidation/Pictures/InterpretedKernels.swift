import ImageGraph
import Interpreter
import JIT
import KernelLanguage

/// Interprets kernels and leaves everything else as machine code computes it.
///
/// Blurs, resampling and reductions are the host's: their generated code may differ from their portable code by 2⁻²⁰ of
/// the larger of 1 and the result, as ``KernelBackend`` says, and no unit can change that. With the same code on both
/// sides, what is left of a difference comes from kernels, whose results are the same to the bit. Thread-safe.
struct InterpretedKernels: KernelBackend {
    let name = "interpreted kernels"

    private let kernels = InterpreterBackend()
    /// What computes the host's operators.
    let operators: JITBackend

    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try kernels.prepare(program, layout: layout)
    }

    func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        operators.accelerated(computation)
    }
}
