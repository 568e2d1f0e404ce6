import KernelLanguage

/// A part of a source that formatting keeps. Between two pieces is only white space.
struct SourcePiece {
    enum Kind {
        case token(Token)
        case lineComment
        case blockComment
        /// A directive with everything up to the end of its line.
        case directive
    }

    var kind: Kind
    var span: SourceSpan

    /// Returns the pieces of a source in order.
    static func pieces(of document: KernelDocument) -> [SourcePiece] {
        let bytes = document.text.bytes
        let tokens = document.source.tokens.dropLast()
        var pieces: [SourcePiece] = []
        var comments = document.comments[...]
        var index = tokens.startIndex
        while index < tokens.endIndex || !comments.isEmpty {
            if let comment = comments.first,
                index == tokens.endIndex || comment.start < tokens[index].span.start
            {
                comments.removeFirst()
                let isLine = bytes[comment.start + 1] == UInt8(ascii: "/")
                pieces.append(SourcePiece(kind: isLine ? .lineComment : .blockComment, span: comment))
                continue
            }
            let token = tokens[index]
            guard token.is("#"), token.startsLine else {
                pieces.append(SourcePiece(kind: .token(token), span: token.span))
                index += 1
                continue
            }
            index += 1
            while index < tokens.endIndex, !tokens[index].startsLine { index += 1 }
            var end = tokens[index - 1].span.end
            // Comments that begin on the directive's line belong to it.
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
                while let first = comments.first, first.start < end { comments.removeFirst() }
                if let comment = comments.first, comment.start == end { end = comment.end } else { end += 1 }
            }
            while let first = comments.first, first.start < end { comments.removeFirst() }
            while index < tokens.endIndex, tokens[index].span.start < end { index += 1 }
            pieces.append(SourcePiece(kind: .directive, span: SourceSpan(start: token.span.start, end: end)))
        }
        return pieces
    }
}
