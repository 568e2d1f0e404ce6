import KernelLanguage

/// A change of a text: new text in place of some of its bytes.
package struct TextReplacement: Sendable, Hashable {
    /// The bytes to replace. Empty for an insertion.
    package var span: SourceSpan
    /// The new text.
    package var text: String

    /// Creates a replacement.
    package init(span: SourceSpan, text: String) { (self.span, self.text) = (span, text) }

    /// Returns a text with replacements, which are in source order and don't overlap.
    package static func apply(_ replacements: [TextReplacement], to text: DocumentText) -> DocumentText {
        var bytes: [UInt8] = []
        var end = 0
        for replacement in replacements {
            bytes += text.bytes[end..<replacement.span.start]
            bytes += replacement.text.utf8
            end = replacement.span.end
        }
        return DocumentText(bytes + text.bytes[end...])
    }
}
