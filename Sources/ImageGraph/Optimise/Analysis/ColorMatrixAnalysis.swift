import KernelLanguage

/// Determines whether a sequence of kernels is an affine transform of the pixel, by running them on symbolic values.
///
/// Pixels are assumed to be premultiplied, so alpha 0 means transparent black. Kernels may divide by alpha and multiply
/// by it again.
struct ColorMatrixAnalysis {
    /// Maximum number of statements and loop repetitions of one kernel before the analysis fails.
    private static let maximumStatements = 4000

    /// Returns the transform by all `kernels`, in the order in which they are applied, each with the components of its
    /// arguments (empty for its one image). Returns nil if it isn't affine, or can't be determined.
    static func matrix(of kernels: [(program: Program, arguments: [[Float]])]) -> ColorMatrix? {
        var forms = LinearPixelForm.pixel
        var transparent = forms.map { _ in LinearPixelForm(constant: 0) }
        for (program, arguments) in kernels {
            guard program.samplerCount == 1, program.outputs.count == 4,
                let result = run(program, arguments, forms), let atZero = run(program, arguments, transparent)
            else { return nil }
            (forms, transparent) = (result, atZero)
        }
        // A result that is still divided by alpha is no matrix. A transparent pixel must give the same as with the
        // matrix.
        var matrix = ColorMatrix(rows: [], bias: .zero)
        for (channel, form) in forms.enumerated() {
            guard form.dividedByAlpha.x == 0, form.dividedByAlpha.y == 0, form.dividedByAlpha.z == 0,
                transparent[channel].constant == form.dividedByAlpha.w
            else { return nil }
            matrix.rows.append(form.linear)
            matrix.bias[channel] = form.dividedByAlpha.w
        }
        return matrix.hasPreciseCoefficients ? matrix : nil
    }

    private static func run(
        _ program: Program, _ arguments: [[Float]], _ pixel: [LinearPixelForm]
    ) -> [LinearPixelForm]? {
        var machine = SymbolicMachine(
            program: program, arguments: arguments, pixel: pixel, statementLimit: maximumStatements)
        return machine.run()
    }
}
