import KernelLanguage

/// A kernel of a file that a unit is made from.
struct PortedKernel {
    /// The file's name, `Twirl.cikernel`.
    let file: String
    /// The file's text.
    let text: String
    /// The compiled kernel.
    let program: Program
    /// Kernels in the file.
    let fellows: Int

    /// Whether a unit without code may have the kernel: it reads nothing but its own pixel.
    var isForNonexecutable: Bool { program.kind != .warp && program.freeSampling.isEmpty }

    /// The kernels of a text, in its order.
    ///
    /// - Throws: `PortingError.diagnostics`, `PortingError.noKernel`.
    static func kernels(in text: String, file: String, shownAs path: String) throws(PortingError) -> [PortedKernel] {
        let result = KernelCompiler.compile(KernelSource(text: text, file: path))
        guard result.succeeded else { throw .diagnostics(result.rendered) }
        guard !result.kernels.isEmpty else { throw .noKernel(path) }
        return result.kernels.map {
            PortedKernel(file: file, text: text, program: $0, fellows: result.kernels.count)
        }
    }
}
