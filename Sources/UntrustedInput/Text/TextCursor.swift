/// Computes lines and columns of a text. Positions must be requested in ascending order, so that all of them together
/// take one pass.
struct TextCursor {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    /// Creates a cursor.
    ///
    /// - Parameter bytes: UTF-8.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the position of a byte. It must not be before the last requested one.
    mutating func position(of target: Int) -> TextValidationError.Position {
        while offset < min(target, bytes.count) {
            if bytes[offset] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if bytes[offset] & 0xC0 != 0x80 {
                // Bytes that continue a scalar start with the bits 10. They don't count as columns.
                column += 1
            }
            offset += 1
        }
        return TextValidationError.Position(line: line, column: column)
    }
}
