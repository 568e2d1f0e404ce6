import ImageGraph
import Interpreter
import KernelLanguage

/// The interpreter, which claims to compile, so that rules for compiling back ends apply.
struct CompilingInterpreter: KernelBackend {
    let name = "interpreter for tests"
    let compiles = true
    private let interpreter = InterpreterBackend()

    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try interpreter.prepare(program, layout: layout)
    }
}
