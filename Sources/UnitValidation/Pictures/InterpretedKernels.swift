import ImageGraph
import Interpreter
import JIT
import KernelLanguage

/// A backend that interprets kernels, and computes everything else with machine code.
///
/// Blurs, resampling and reductions belong to the host. Their generated code may differ from their portable code by
/// 2⁻²⁰ of the larger of 1 and the result, as described in ``KernelBackend``, and no unit can change that. With the
/// same code on both sides, any remaining difference comes from kernels, whose results must be bit-identical.
/// Thread-safe.
struct InterpretedKernels: KernelBackend {
    let name = "interpreted kernels"

    private let kernels = InterpreterBackend()
    /// The backend for the host's operators.
    let operators: JITBackend

    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try kernels.prepare(program, layout: layout)
    }

    func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        operators.accelerated(computation)
    }
}
