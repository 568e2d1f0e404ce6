/// Parses the declaration at the start of many documents, `<?xml version="1.0" encoding="UTF-8"?>`.
enum XMLDeclaration {
    /// Returns the length of the declaration at the start of UTF-8 text, or 0 if there is none.
    ///
    /// - Throws: `TextValidationError` if it names another encoding than the data had, since a parser that respects it
    ///   would read different text.
    static func length(in bytes: [UInt8], wasWide: Bool) throws(TextValidationError) -> Int {
        guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[5]) else {
            return 0
        }
        guard let end = bytes.prefix(1000).firstIndex(of: UInt8(ascii: ">")), bytes[end - 1] == UInt8(ascii: "?") else {
            throw TextValidationError("the XML declaration isn't ended", at: 0, of: bytes)
        }
        let text = String(decoding: bytes[5..<(end - 1)], as: UTF8.self)
        guard let name = text.range(of: "encoding") else { return end + 1 }
        let value = text[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw TextValidationError("the XML declaration names no encoding", at: 0, of: bytes)
        }
        let encoding = value.dropFirst().prefix { $0 != quote }.uppercased()
        let known = wasWide ? ["UTF-16", "UTF-16LE", "UTF-16BE"] : ["UTF-8", "UTF8", "US-ASCII", "ASCII"]
        guard known.contains(encoding) else {
            throw TextValidationError(
                "the text is not in the encoding that its first line names; save it as UTF-8", at: 0, of: bytes)
        }
        return end + 1
    }
}
