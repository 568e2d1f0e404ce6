import DeviceKernels
import ImageGraph
import KernelLanguage

/// A kernel as PTX, with what its calls need. The entry point is `kernel`, and its only argument is the address of the
/// parameter block.
package struct PTXKernel: Sendable {
    /// The program that the code computes, without transcendental functions.
    package let program: Program
    /// The properties of images and of the result for which the code was generated.
    package let layout: KernelLayout
    /// The layout of the parameter block.
    package let block: ParameterBlockLayout
    /// The code.
    package let text: String

    /// The name of the entry point.
    package static let entryPoint = "kernel"

    /// Generates the code of a validated program.
    ///
    /// - Throws: `EmissionError` if kernels like this one aren't compiled for devices, or `CompilationError`.
    package init(_ program: Program, layout: KernelLayout, library: LLVMLibrary) throws {
        self.program = try KernelGenerator.expanded(program)
        self.layout = layout
        block = ParameterBlockLayout(self.program)
        var emitter = try DeviceKernelEmitter(self.program, layout: layout, target: .cuda)
        text = try PTXCompiler(library: library).ptx(from: emitter.text())
    }
}
