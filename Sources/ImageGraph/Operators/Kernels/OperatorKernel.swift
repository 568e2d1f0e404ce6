import KernelLanguage

/// Compiles the kernels of operators.
enum OperatorKernel {
    /// Returns the program of the last kernel in a text, which must compile without warnings. Operators keep it in a
    /// `static let`.
    ///
    /// The text may call `at(image, point)`, the pixel of an image at a point in working space.
    static func program(_ text: String) -> Program {
        let result = KernelCompiler.compile(KernelSource(text: prelude + text, file: "<operator>"))
        guard let program = result.kernels.last, result.diagnostics.isEmpty else {
            preconditionFailure("the kernel of an operator must compile:\n\(result.rendered)")
        }
        return program
    }

    private static let prelude = """
        vec4 at(sampler image, vec2 point) { return sample(image, samplerTransform(image, point)); }

        """
}
