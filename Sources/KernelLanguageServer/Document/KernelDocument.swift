import KernelLanguage

/// A kernel source in an editor: its text, and what the editor can show about it.
///
/// All functions are pure, and work on sources with errors too. Places are byte offsets of the text. Extensions in the
/// folders of this module have the features. A source that is larger than the compiler allows has diagnostics only.
package struct KernelDocument: Sendable {
    /// The text.
    package let text: DocumentText
    let source: SourceTokens
    let comments: [SourceSpan]
    let names: NameTable

    /// Reads a source.
    package init(_ text: DocumentText) {
        self.text = text
        source = SourceTokens(KernelSource(text: text.string))
        comments = text.isTooLarge ? [] : Comments.spans(in: text, source.tokens)
        names = NameResolver.names(in: text, source)
    }

    /// Reads a source.
    package init(_ text: String) { self.init(DocumentText(text)) }

    // MARK: Places

    /// Whether an offset is inside of a comment. The end of a line comment is.
    func isInComment(_ offset: Int) -> Bool {
        var (low, high) = (0, comments.count)
        while low < high {
            let middle = (low + high) / 2
            if comments[middle].end < offset { low = middle + 1 } else { high = middle }
        }
        guard low < comments.count, comments[low].start < offset else { return false }
        let isLine = text.bytes[comments[low].start + 1] == UInt8(ascii: "/")
        return offset < comments[low].end || isLine
    }

    /// Whether conditions leave out the text at an offset.
    func isInactive(_ offset: Int) -> Bool {
        var (low, high) = (0, source.inactive.count)
        while low < high {
            let middle = (low + high) / 2
            if source.inactive[middle].end < offset { low = middle + 1 } else { high = middle }
        }
        return low < source.inactive.count && source.inactive[low].start <= offset
    }

    /// Returns the number of tokens that end at or before an offset.
    func tokenCount(endingBefore offset: Int) -> Int {
        var (low, high) = (0, source.tokens.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if source.tokens[middle].span.end <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the `#` of the directive that contains a token.
    func directive(around token: Int) -> Int? {
        var index = min(token, source.tokens.count - 1)
        while index > 0, !source.tokens[index].startsLine { index -= 1 }
        return source.tokens[index].is("#") && source.tokens[index].startsLine ? index : nil
    }
}
