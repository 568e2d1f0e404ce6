import ImageGraph
import Interpreter
import KernelLanguage

/// The interpreter, which claims to compile if `compiles` is set, so that rules for compiling back ends apply.
struct CompilingInterpreter: KernelBackend {
    static let compiling = CompilingInterpreter(compiles: true)
    static let interpreting = CompilingInterpreter(compiles: false)

    let name = "interpreter for tests"
    let compiles: Bool
    private let interpreter = InterpreterBackend(stepBudget: 10_000)

    private init(compiles: Bool) { self.compiles = compiles }

    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        try interpreter.prepare(program, layout: layout)
    }
}
