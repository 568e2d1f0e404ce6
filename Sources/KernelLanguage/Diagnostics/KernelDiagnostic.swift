/// An error or warning about kernel text.
public struct KernelDiagnostic: Sendable, Hashable {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The source does not compile, so it yields no kernels.
        case error
        /// The source compiles, but probably not to what its author meant.
        case warning
    }

    /// The severity.
    public var severity: Severity
    /// The problem, as a sentence without a full stop.
    public var message: String
    /// The remedy, or nil.
    public var suggestion: String?
    /// The part of the source that the message is about.
    public var span: SourceSpan

    /// Creates a diagnostic.
    package init(severity: Severity, message: String, suggestion: String? = nil, span: SourceSpan) {
        (self.severity, self.message, self.suggestion, self.span) = (severity, message, suggestion, span)
    }
}
