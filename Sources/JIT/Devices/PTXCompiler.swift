/// Compiles kernels' text to PTX, NVIDIA's virtual instruction set, which the CUDA driver translates for its device.
///
/// LLVM's options are those of IEEE arithmetic: additions and multiplications are rounded one by one, quotients and
/// square roots are rounded correctly, and denormal numbers are kept. The instructions state so, hence no option of the
/// driver changes it. Thread-safe.
package struct PTXCompiler: Sendable {
    /// The oldest device that the code runs on: of compute capability 7.0 (Volta).
    package static let processor = "sm_70"
    /// The version of PTX, which drivers understand from CUDA 11.0 on. Drivers refuse versions newer than their own.
    package static let version = "7.0"

    /// The passes over a kernel's text. Several samples of an image load the same fields, which is removed here. None
    /// of the passes makes a selection of a branch, see `ScalarEmitter.selectsBits`.
    static let passes = "always-inline,function(sroa,early-cse,instsimplify)"

    private let compiler: LLVMCompiler

    /// Creates a compiler that uses a library.
    package init(library: LLVMLibrary) {
        let features = "+ptx" + Self.version.filter { $0 != "." }
        compiler = LLVMCompiler(
            library: library, target: .nvptx, processor: (Self.processor, features), passes: Self.passes)
    }

    /// Returns a module as PTX. Throws `CompilationError` with LLVM's message, or if the library has no code generator
    /// for PTX.
    package func ptx(from text: String) throws(CompilationError) -> String { try compiler.assembly(from: text) }
}
