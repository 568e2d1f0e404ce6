import Foundation

/// The reason why untrusted text was refused before it was parsed.
package struct TextValidationError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// A position in a text. Lines and columns start at 1, and columns count Unicode scalars.
    package struct Position: Sendable, Hashable {
        /// The line, from 1.
        package let line: Int
        /// The column, from 1, in Unicode scalars.
        package let column: Int
    }

    /// The position of the problem, or nil if the whole text is refused.
    package let position: Position?
    /// The problem, as a clause without a full stop. It contains nothing from the text.
    package let reason: String

    /// Creates a refusal of a whole text.
    init(_ reason: String) { (position, self.reason) = (nil, reason) }

    /// Creates a refusal at a byte of UTF-8 text.
    init(_ reason: String, at offset: Int, of bytes: [UInt8]) {
        self.reason = reason
        var cursor = TextCursor(bytes)
        position = cursor.position(of: offset)
    }

    /// The error's text, such as `line 3, column 7: it is nested more than 32 deep`.
    package var description: String {
        position.map { "line \($0.line), column \($0.column): \(reason)" } ?? reason
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
