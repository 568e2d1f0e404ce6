/// A place between two characters of a text.
package struct TextPosition: Sendable, Hashable, Comparable, Codable {
    /// The line, from 0.
    package var line: Int
    /// The column, from 0, in units of a `PositionEncoding`.
    package var character: Int

    /// Creates a position.
    package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

    package static func < (a: TextPosition, b: TextPosition) -> Bool {
        (a.line, a.character) < (b.line, b.character)
    }
}
