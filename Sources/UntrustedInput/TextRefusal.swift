/// Why a text from outside was refused before it was read.
public struct TextRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// A place in a text; lines and columns begin at 1, and columns count Unicode scalars.
    public struct Position: Sendable, Hashable {
        /// The line.
        public let line: Int
        /// The column.
        public let column: Int
    }

    /// Where it was refused; nil where it is the whole text.
    public let position: Position?
    /// Why, as a clause without a full stop. Nothing of the text is in it.
    public let reason: String

    /// A refusal of a whole text.
    init(_ reason: String) { (position, self.reason) = (nil, reason) }

    /// A refusal at a byte of UTF-8 text.
    init(_ reason: String, at offset: Int, of bytes: [UInt8]) {
        self.reason = reason
        var cursor = TextCursor(bytes)
        position = cursor.position(of: offset)
    }

    /// `line 3, column 7: it is nested more than 32 deep`.
    public var description: String {
        position.map { "line \($0.line), column \($0.column): \(reason)" } ?? reason
    }
}
