/// Collects diagnostics up to a limit.
struct DiagnosticSink {
    private(set) var diagnostics: [KernelDiagnostic] = []
    private(set) var errorCount = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var hasErrors: Bool { errorCount > 0 }
    /// Whether the limit is reached. The compiler stops then, since more errors would not help the user.
    var isFull: Bool { diagnostics.count >= limit }

    mutating func error(_ message: String, _ span: SourceSpan, help: String? = nil) {
        errorCount += 1
        add(KernelDiagnostic(severity: .error, message: message, suggestion: help, span: span))
    }

    mutating func warning(_ message: String, _ span: SourceSpan, help: String? = nil) {
        add(KernelDiagnostic(severity: .warning, message: message, suggestion: help, span: span))
    }

    /// The diagnostics sorted by position. Those at the same position keep the order in which they were found.
    var sorted: [KernelDiagnostic] {
        diagnostics.enumerated()
            .sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
            .map(\.element)
    }

    private mutating func add(_ diagnostic: KernelDiagnostic) {
        if let last = diagnostics.last, last.span == diagnostic.span, last.message == diagnostic.message { return }
        if diagnostics.count < limit {
            diagnostics.append(diagnostic)
        } else if diagnostic.severity == .error, let warning = diagnostics.lastIndex(where: { $0.severity == .warning })
        {
            diagnostics[warning] = diagnostic
        }
    }
}
