/// The kernels and diagnostics of one compilation.
package struct CompilationResult: Sendable {
    /// The kernels in source order. Empty if there is an error.
    package let kernels: [Program]
    /// Errors and warnings in source order, at most `KernelLimits.diagnostics`.
    package let diagnostics: [KernelDiagnostic]
    /// The text that was compiled. The spans of the diagnostics refer to it.
    package let source: KernelSource

    /// Whether the source compiled without errors. Warnings are allowed.
    package var succeeded: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Every diagnostic as text, with its location, message, source line, caret and remedy.
    package var rendered: String { DiagnosticRenderer(source: source).render(diagnostics) }

    /// Returns the kernels in source order, at least one.
    ///
    /// - Throws: `KernelCompilationError` with every diagnostic if there is an error.
    package func get() throws(KernelCompilationError) -> [Program] {
        guard succeeded else { throw KernelCompilationError(source: source, diagnostics: diagnostics) }
        return kernels
    }
}
