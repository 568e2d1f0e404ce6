import Foundation

/// Converts text to UTF-8, so that all parsers read the same text.
package enum UnicodeText {
    /// Returns text without a byte order mark; nil if the bytes aren't UTF-8.
    package static func text(utf8 bytes: some Sequence<UInt8>) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Returns text as UTF-8 without a byte order mark. The data may be UTF-8 or UTF-16, with a byte order mark or
    /// without.
    ///
    /// - Returns: The bytes, and whether the data was UTF-16.
    static func utf8(of data: Data, limits: TextLimits) throws(TextValidationError) -> (bytes: [UInt8], wasWide: Bool) {
        guard data.count <= limits.bytes else { throw TextValidationError("it has more than \(limits.bytes) bytes") }
        let start = [UInt8](data.prefix(4))
        let (isBigEndian, isMarked): (Bool?, Bool) =
            if start.starts(with: [0xFF, 0xFE]) {
                (false, true)
            } else if start.starts(with: [0xFE, 0xFF]) {
                (true, true)
            } else if start.count >= 2, start[0] == 0, start[1] != 0 {
                (true, false)
            } else if start.count >= 2, start[0] != 0, start[1] == 0 {
                (false, false)
            } else {
                (nil, false)
            }
        guard let isBigEndian else {
            let bytes = [UInt8](data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
            try validate(bytes)
            return (bytes, false)
        }
        guard data.count.isMultiple(of: 2) else {
            throw TextValidationError("it is UTF-16 that ends within a character")
        }
        let wide = [UInt8](isMarked ? data.dropFirst(2) : data)
        let units = stride(from: 0, to: wide.count, by: 2).map { index in
            let (first, second) = (UInt16(wide[index]), UInt16(wide[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw TextValidationError("it is neither UTF-8 nor UTF-16")
        }
        let bytes = Array(text.utf8)
        try validate(bytes)
        return (bytes, true)
    }

    /// Throws if the bytes aren't UTF-8 or contain control characters other than line breaks, tabs and form feeds,
    /// which no text format needs.
    private static func validate(_ bytes: [UInt8]) throws(TextValidationError) {
        let control = bytes.firstIndex { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 && $0 != 0x0C }
        if let control {
            throw TextValidationError("the text contains a control character; remove it", at: control, of: bytes)
        }
        if String(validating: bytes, as: UTF8.self) != nil { return }
        var parser = Unicode.UTF8.ForwardParser()
        var (rest, offset) = (bytes.makeIterator(), 0)
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
        throw TextValidationError("it is neither UTF-8 nor UTF-16", at: offset, of: bytes)
    }
}
