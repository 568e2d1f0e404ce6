/// What a compilation found.
public struct CompilationResult: Sendable {
    /// The kernels in source order; empty when there is an error.
    public let kernels: [Program]
    /// Errors and warnings in source order, at most `KernelLimits.diagnostics`.
    public let diagnostics: [KernelDiagnostic]
    /// The text that was compiled; the spans of the diagnostics point into it.
    public let source: KernelSource

    /// Whether the source compiled; warnings don't count against it.
    public var succeeded: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Every diagnostic as text: location, message, source line, caret and what to do.
    public var rendered: String { DiagnosticRenderer(source: source).render(diagnostics) }

    /// The kernels in source order, at least one.
    ///
    /// - Throws: `KernelCompilationError` with every diagnostic when there is an error.
    public func get() throws(KernelCompilationError) -> [Program] {
        guard succeeded else { throw KernelCompilationError(source: source, diagnostics: diagnostics) }
        return kernels
    }
}
