import KernelLanguage

/// Computes the white space between the pieces of a source.
///
/// Line breaks stay where they are, except that at most one empty line is kept. So the author decides what stands on a
/// line, and the formatter how it is indented and spaced.
struct SourceFormatter {
    private let text: DocumentText
    private let style: FormattingStyle
    private let newline: String
    private var state = IndentationState()
    private var spacing = TokenSpacing()
    /// The column behind what was written last.
    private var column = 0
    private var replacements: [TextReplacement] = []

    /// Returns the changes of white space.
    static func replacements(
        for pieces: [SourcePiece], of text: DocumentText, _ style: FormattingStyle
    ) -> [TextReplacement] {
        var formatter = SourceFormatter(text: text, style: style)
        formatter.run(pieces)
        return formatter.replacements
    }

    private init(text: DocumentText, style: FormattingStyle) {
        (self.text, self.style) = (text, style)
        let first = text.range(ofLine: 0).upperBound
        let isReturn = first + 1 < text.bytes.count && text.bytes[first] == UInt8(ascii: "\r")
        newline = isReturn && text.bytes[first + 1] == UInt8(ascii: "\n") ? "\r\n" : "\n"
    }

    private mutating func run(_ pieces: [SourcePiece]) {
        var end = 0
        // The mark of UTF-8 at the beginning of a file stays.
        if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
        for (index, piece) in pieces.enumerated() {
            let gap = SourceSpan(start: end, end: piece.span.start)
            write(whiteSpace(gap, before: piece, isFirst: index == 0), in: gap)
            take(piece)
            end = piece.span.end
        }
        let gap = SourceSpan(start: end, end: text.bytes.count)
        write(pieces.isEmpty ? "" : newline, in: gap)
    }

    private mutating func write(_ space: String, in gap: SourceSpan) {
        if text.string(gap) != space { replacements.append(TextReplacement(span: gap, text: space)) }
    }

    private func lineBreaks(in gap: SourceSpan) -> Int {
        gap.start < gap.end ? text.line(of: gap.end) - text.line(of: gap.start) : 0
    }

    // MARK: Between two pieces

    private mutating func whiteSpace(_ gap: SourceSpan, before piece: SourcePiece, isFirst: Bool) -> String {
        let written = text.string(gap)
        // A `\` that joins lines stays as it is.
        if written.contains("\\") { return written }
        let breaks = lineBreaks(in: gap)
        if isFirst || breaks > 0 {
            return (isFirst ? "" : String(repeating: newline, count: min(breaks, 2))) + indentation(gap, piece)
        }
        switch piece.kind {
        case .token(let token):
            if isBehindComment { return spaceIfAny(gap) }
            let hasSpace = spacing.hasSpace(
                before: token, isBehindHead: state.isBehindHead, wasSpaced: gap.start < gap.end)
            column += hasSpace ? 1 : 0
            return hasSpace ? " " : ""
        case .lineComment: return spaceBeforeComment(gap, piece)
        case .blockComment, .directive: return spaceIfAny(gap)
        }
    }

    /// Whether the last piece was a comment.
    private var isBehindComment = false

    private mutating func spaceIfAny(_ gap: SourceSpan) -> String {
        column += gap.start < gap.end ? 1 : 0
        return gap.start < gap.end ? " " : ""
    }

    private mutating func indentation(_ gap: SourceSpan, _ piece: SourcePiece) -> String {
        switch piece.kind {
        case .directive:
            // A directive's line stays as it is.
            let line = text.range(ofLine: text.line(of: piece.span.start))
            let start = max(line.lowerBound, gap.start)
            let own = text.string(SourceSpan(start: start, end: piece.span.start))
            column = own.count
            return own
        case .token(let token):
            let level = state.beginLine(with: token)
            column = style.width(level)
            return style.indentation(level)
        default:
            let level = state.beginLine(with: nil)
            column = style.width(level)
            return style.indentation(level)
        }
    }

    /// A comment at the end of a line stays at its column, if there is room, so that comments of several lines stay
    /// aligned. One that is one space behind the code stays there.
    private mutating func spaceBeforeComment(_ gap: SourceSpan, _ piece: SourcePiece) -> String {
        var count = 1
        if text.string(gap) != " ", gap.start < gap.end {
            count = max(1, originalColumn(of: piece.span.start) - column)
        }
        column += count
        return String(repeating: " ", count: count)
    }

    private func originalColumn(of offset: Int) -> Int {
        let start = text.lineStarts[text.line(of: offset)]
        var column = 0
        for byte in text.bytes[start..<offset] where byte & 0xC0 != 0x80 {
            column = byte == UInt8(ascii: "\t") ? (column / style.tabSize + 1) * style.tabSize : column + 1
        }
        return min(column, 1000)
    }

    private mutating func take(_ piece: SourcePiece) {
        let written = text.bytes[piece.span.start..<piece.span.end]
        let lastLine = written.lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        if lastLine != nil { column = 0 }
        column += written[(lastLine.map { $0 + 1 } ?? written.startIndex)...].count { $0 & 0xC0 != 0x80 }
        isBehindComment = true
        guard case .token(let token) = piece.kind else { return }
        isBehindComment = false
        spacing.take(token, isBehindHead: state.isBehindHead)
        state.take(token)
    }
}
