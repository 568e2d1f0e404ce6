import Interpreter
import JIT
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites that compile: without libLLVM there is nothing to test, as everything runs on the interpreter then.
    static var needsCodeGeneration: Self {
        .enabled(
            if: JITBackend(interpreter: InterpreterBackend()).compiles,
            "no machine code can be made here: install libllvm19 (make setup does)")
    }
}
