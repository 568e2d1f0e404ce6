// Contract: the owner of KernelLanguage replaces the bodies, keeps the signatures.

/// What a compilation found.
public struct CompilationResult: Sendable {
    /// The kernels in source order; empty when there is an error.
    public let kernels: [Program]
    /// Errors and warnings in source order, at most `KernelCompiler.diagnosticLimit`.
    public let diagnostics: [KernelDiagnostic]
}

/// A message about kernel text.
public struct KernelDiagnostic: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// No kernel comes of this source.
        case error
        /// The source compiles, but probably not to what was meant.
        case warning
    }
    /// How bad it is.
    public var severity: Severity
    /// What is wrong, in a sentence without a full stop.
    public var message: String
    /// What to do about it, or nil.
    public var suggestion: String?
    /// Where.
    public var span: SourceSpan
}
