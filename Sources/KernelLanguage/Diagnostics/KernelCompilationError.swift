import Foundation

/// The error for kernel text that does not compile.
public struct KernelCompilationError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// The kernel source.
    public let source: KernelSource
    /// At least one error, and the warnings, in source order.
    public let diagnostics: [KernelDiagnostic]

    /// Creates an error from its source and diagnostics.
    package init(source: KernelSource, diagnostics: [KernelDiagnostic]) {
        (self.source, self.diagnostics) = (source, diagnostics)
    }

    /// The rendered diagnostics: `file:line:column: error: message`, the source line, a caret, and the remedy.
    public var description: String { DiagnosticRenderer(source: source).render(diagnostics) }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
