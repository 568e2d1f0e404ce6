/// Converts byte offsets to positions. Offsets in increasing order take time proportional to the text's length only.
struct ColumnCounter {
    private let text: DocumentText
    private let encoding: PositionEncoding
    private var line = 0
    private var offset = 0
    private var column = 0

    init(_ text: DocumentText, _ encoding: PositionEncoding) { (self.text, self.encoding) = (text, encoding) }

    mutating func position(of target: Int) -> TextPosition {
        let target = min(max(target, 0), text.bytes.count)
        let isOnLine =
            target >= text.lineStarts[line]
            && (line + 1 == text.lineStarts.count || target < text.lineStarts[line + 1])
        if !isOnLine { line = text.line(of: target) }
        if !isOnLine || target < offset { (offset, column) = (text.lineStarts[line], 0) }
        column += text.columns(offset..<target, encoding)
        offset = target
        return TextPosition(line: line, character: column)
    }
}
