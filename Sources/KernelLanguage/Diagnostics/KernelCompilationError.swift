/// Kernel text that did not compile.
public struct KernelCompilationError: Error, Sendable, CustomStringConvertible {
    /// The text.
    public let source: KernelSource
    /// At least one error, and the warnings, in source order.
    public let diagnostics: [KernelDiagnostic]

    /// An error from its parts.
    public init(source: KernelSource, diagnostics: [KernelDiagnostic]) {
        (self.source, self.diagnostics) = (source, diagnostics)
    }

    /// The rendered diagnostics: `file:line:column: error: message`, the source line, a caret, and what to do.
    public var description: String { DiagnosticRenderer(source: source).render(diagnostics) }
}
