import KernelLanguage

/// The text of a document, as UTF-8 with the starts of its lines.
package struct DocumentText: Sendable {
    /// The text.
    package private(set) var bytes: [UInt8]
    /// The offsets of the first byte of each line. `\n`, `\r\n` and `\r` end a line.
    package private(set) var lineStarts: [Int]

    /// Creates a text.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Creates a text of UTF-8 bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0] + Self.lineStarts(in: bytes, from: 0)
    }

    /// Whether the text is larger than the compiler allows.
    var isTooLarge: Bool { bytes.count > KernelLimits.standard.sourceBytes }

    /// The whole text.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns a part of the text.
    package func string(_ span: SourceSpan) -> String {
        String(decoding: bytes[clamped(span.start)..<max(clamped(span.start), clamped(span.end))], as: UTF8.self)
    }

    private func clamped(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }

    // MARK: Lines

    /// Returns the line, from 0, of a byte offset.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Returns the bytes of a line without the characters that end it.
    package func range(ofLine line: Int) -> Range<Int> {
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
        while end > lineStarts[line], Self.endsLine(bytes[end - 1]) { end -= 1 }
        return lineStarts[line]..<end
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private static func lineStarts(in bytes: [UInt8], from start: Int) -> [Int] {
        var starts: [Int] = []
        for index in start..<bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "\n") || (bytes[index] == UInt8(ascii: "\r") && next != UInt8(ascii: "\n"))
            {
                starts.append(index + 1)
            }
        }
        return starts
    }

    // MARK: Positions

    /// Returns the byte offset of a position.
    ///
    /// A column behind the end of its line is the end of the line, and a line behind the last one the end of the text.
    /// A column inside a character is the start of the character.
    package func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < lineStarts.count else { return bytes.count }
        let line = range(ofLine: position.line)
        guard position.character > 0 else { return line.lowerBound }
        if encoding == .utf8 {
            var offset = position.character < line.count ? line.lowerBound + position.character : line.upperBound
            while offset > line.lowerBound, offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        }
        var offset = line.lowerBound
        var column = 0
        while offset < line.upperBound {
            let (length, units) = Self.size(ofScalarAt: bytes[offset])
            if column + units > position.character { break }
            column += units
            offset = min(offset + length, line.upperBound)
        }
        return offset
    }

    /// Returns the position of a byte offset.
    package func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
        let offset = clamped(offset)
        let line = line(of: offset)
        return TextPosition(line: line, character: columns(lineStarts[line]..<offset, encoding))
    }

    /// Returns the length of a part of a line.
    func columns(_ range: Range<Int>, _ encoding: PositionEncoding) -> Int {
        if encoding == .utf8 { return range.count }
        var count = 0
        for byte in bytes[range] where byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
        return count
    }

    /// Returns the bytes of UTF-8 and the code units of UTF-16 of the character that starts with a byte.
    private static func size(ofScalarAt byte: UInt8) -> (length: Int, units: Int) {
        byte < 0x80 ? (1, 1) : byte < 0xE0 ? (2, 1) : byte < 0xF0 ? (3, 1) : (4, 2)
    }

    // MARK: Changes

    /// Replaces some of the bytes.
    package mutating func replace(_ span: SourceSpan, with text: String) {
        let start = clamped(span.start)
        let end = max(start, clamped(span.end))
        bytes.replaceSubrange(start..<end, with: text.utf8)
        // A new `\n` behind a `\r` joins their lines, so that the search starts one byte before the change.
        let first = line(of: max(0, start - 1))
        let from = lineStarts[first]
        lineStarts.removeSubrange((first + 1)...)
        lineStarts += Self.lineStarts(in: bytes, from: from)
    }
}
