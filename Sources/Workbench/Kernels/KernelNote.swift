import KernelLanguage
import KernelLanguageServer

/// A diagnostic of the compiler at its place in the editor. Lines and columns count from 0; columns are code units of
/// UTF-16.
package struct KernelNote: Sendable, Hashable, Encodable {
    package var line: Int
    package var column: Int
    package var endLine: Int
    package var endColumn: Int
    /// Whether the text doesn't compile because of this.
    package var isError: Bool
    package var message: String
    /// The remedy.
    package var suggestion: String?

    /// Creates a note of a diagnostic.
    init(_ diagnostic: KernelDiagnostic, in document: KernelDocument) {
        let span = document.markedSpan(of: diagnostic)
        let (start, end) = (
            document.text.position(of: span.start, .utf16), document.text.position(of: span.end, .utf16)
        )
        (line, column, endLine, endColumn) = (start.line, start.character, end.line, end.character)
        isError = diagnostic.severity == .error
        (message, suggestion) = (diagnostic.message, diagnostic.suggestion)
    }
}
