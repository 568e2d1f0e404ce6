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

    /// A diagnostic from its parts.
    public init(severity: Severity, message: String, suggestion: String? = nil, span: SourceSpan) {
        (self.severity, self.message, self.suggestion, self.span) = (severity, message, suggestion, span)
    }
}
