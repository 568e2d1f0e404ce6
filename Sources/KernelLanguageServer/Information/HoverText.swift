import KernelLanguage

/// What an editor shows about a word.
package struct HoverText: Sendable, Hashable {
    /// Lines of kernel code: a declaration or signatures. Empty for words that have none.
    package let code: [String]
    /// A description as Markdown, or empty.
    package let description: String
    /// The word.
    package let span: SourceSpan

    /// Code and description as Markdown.
    package var markdown: String {
        let block = code.isEmpty ? [] : ["```cikernel\n\(code.joined(separator: "\n"))\n```"]
        return (block + (description.isEmpty ? [] : [description])).joined(separator: "\n\n")
    }

    /// The same without Markdown's marks of code.
    package var plainText: String {
        (code + (description.isEmpty ? [] : [description.replacing("`", with: "")])).joined(separator: "\n")
    }
}
