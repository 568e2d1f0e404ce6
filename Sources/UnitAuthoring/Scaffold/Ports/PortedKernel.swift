import KernelLanguage

/// A kernel from a file that a unit is made from.
struct PortedKernel {
    /// The file's name, for instance `Twirl.cikernel`.
    let file: String
    /// The file's text.
    let text: String
    /// The compiled kernel.
    let program: Program
    /// The number of kernels in the file, including this one.
    let kernelCountInFile: Int

    /// The kernel with the functions that it calls, or the file's text if the kernel can't be separated.
    let ownText: String

    /// Whether ``ownText`` has no other kernels.
    let isAlone: Bool

    /// Creates the kernel, separated from the file's other kernels.
    init(file: String, text: String, program: Program, kernelCountInFile: Int) {
        (self.file, self.text, self.program, self.kernelCountInFile) = (file, text, program, kernelCountInFile)
        let excerpt = kernelCountInFile == 1 ? text : KernelSource(text: text, file: file).excerpt(of: program.name)
        (ownText, isAlone) = (excerpt ?? text, excerpt != nil)
    }

    /// Whether a nonexecutable filter may use the kernel: it samples only at the current pixel.
    var isForNonexecutable: Bool { program.kind != .warp && program.freeSampling.isEmpty }

    /// Compiles the kernels of a text, and returns them in its order.
    ///
    /// - Throws: `PortingError.diagnostics`, `PortingError.noKernel`.
    static func kernels(in text: String, file: String, shownAs path: String) throws(PortingError) -> [PortedKernel] {
        let result = KernelCompiler.compile(KernelSource(text: text, file: path))
        guard result.succeeded else { throw .diagnostics(result.rendered) }
        guard !result.kernels.isEmpty else { throw .noKernel(path) }
        return result.kernels.map {
            PortedKernel(file: file, text: text, program: $0, kernelCountInFile: result.kernels.count)
        }
    }
}
