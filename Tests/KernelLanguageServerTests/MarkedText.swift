import KernelLanguage

@testable import KernelLanguageServer

/// A text of a test with a mark, `¦`, at a place.
struct MarkedText {
    let document: KernelDocument
    /// The byte offset of the mark in the text without it.
    let offset: Int

    init(_ marked: String) {
        let parts = marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
        precondition(parts.count == 2, "the text has no mark")
        document = KernelDocument(String(parts[0] + parts[1]))
        offset = parts[0].utf8.count
    }

    /// Returns the lines, from 1, of spans.
    func lines(_ spans: [SourceSpan]) -> [Int] { spans.map { document.text.line(of: $0.start) + 1 } }
}

extension KernelDocument {
    /// Returns `line:column text` of a span, both from 1, with columns in bytes.
    func place(_ span: SourceSpan) -> String {
        let position = text.position(of: span.start, .utf8)
        return "\(position.line + 1):\(position.character + 1) \(text.string(span))"
    }

    /// Returns the text after changes.
    func applying(_ replacements: [TextReplacement]) -> String {
        TextReplacement.apply(replacements, to: text).string
    }
}
