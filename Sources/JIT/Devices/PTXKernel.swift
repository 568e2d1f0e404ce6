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

    /// Creates a kernel of a program without transcendental functions.
    init(_ program: Program, layout: KernelLayout, text: String) {
        (self.program, self.layout, self.text) = (program, layout, text)
        block = ParameterBlockLayout(program)
    }
}
