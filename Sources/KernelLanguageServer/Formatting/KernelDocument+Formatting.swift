import KernelLanguage

extension KernelDocument {
    /// Returns the changes of white space that format the source, in source order.
    ///
    /// Tokens, comments, directives and the breaks between lines stay; at most one empty line is kept.
    ///
    /// - Parameter range: The bytes to format; lines are formatted as a whole. Nil formats everything.
    /// - Throws: the reason, if the source has characters without a meaning, or brackets that don't match.
    package func formatted(
        _ style: FormattingStyle = FormattingStyle(), in range: SourceSpan? = nil
    ) throws(FormattingRefusal) -> [TextReplacement] {
        if text.isTooLarge { throw FormattingRefusal("the text is larger than the compiler allows; split it") }
        let pieces = SourcePiece.pieces(of: self)
        try checkBrackets(pieces)
        let all = SourceFormatter.replacements(for: pieces, of: text, style)
        try check(all, pieces)
        guard let range else { return all }
        let start = text.range(ofLine: text.line(of: range.start)).lowerBound
        let end = text.range(ofLine: text.line(of: max(range.start, range.end))).upperBound
        return all.filter { start <= $0.span.end && $0.span.end <= end }
    }

    private func checkBrackets(_ pieces: [SourcePiece]) throws(FormattingRefusal) {
        if source.hasErrors {
            throw FormattingRefusal("the text has characters without a meaning or an open comment; correct it first")
        }
        var open: [Token] = []
        for piece in pieces {
            guard case .token(let token) = piece.kind, token.kind == .punctuator else { continue }
            switch token.text {
            case "(", "[", "{":
                open.append(token)
                if open.count > KernelLimits.standard.nesting {
                    throw FormattingRefusal("the text is nested too deeply to be formatted")
                }
            case ")", "]", "}":
                let pairs = ["(": ")", "[": "]", "{": "}"]
                guard let last = open.popLast(), pairs[last.text] == token.text else {
                    throw FormattingRefusal(
                        "'\(token.text)' on line \(text.line(of: token.span.start) + 1) has no opening bracket; "
                            + "correct it first")
                }
            default: break
            }
        }
        if let last = open.last {
            throw FormattingRefusal(
                "'\(last.text)' on line \(text.line(of: last.span.start) + 1) is never closed; correct it first")
        }
    }

    /// Compares the pieces before and after, as a guard against errors of the formatter.
    private func check(_ replacements: [TextReplacement], _ pieces: [SourcePiece]) throws(FormattingRefusal) {
        let result = KernelDocument(TextReplacement.apply(replacements, to: text))
        let after = SourcePiece.pieces(of: result)
        let isSame =
            pieces.count == after.count
            && zip(pieces, after)
                .allSatisfy {
                    text.bytes[$0.span.start..<$0.span.end]
                        .elementsEqual(result.text.bytes[$1.span.start..<$1.span.end])
                }
        guard isSame else { throw FormattingRefusal("the text can't be formatted without changing its meaning") }
    }
}
