import JIT
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites that generate PTX.
    static var needsPTX: Self {
        .enabled(
            if: (try? PTXCompiler(library: LLVMLibrary.shared.get()).ptx(from: "")) != nil,
            "LLVM has no code generator for PTX here: install Debian's libllvm19 (make setup does)")
    }
}
