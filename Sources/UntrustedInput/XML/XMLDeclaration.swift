/// `<?xml version="1.0" encoding="UTF-8"?>`, which begins many documents.
enum XMLDeclaration {
    /// The length of the declaration that UTF-8 text begins with; 0 where there is none.
    ///
    /// - Throws: where it names an encoding that the text isn't in. Whoever reads the text after us would decode it another way.
    static func length(in bytes: [UInt8], wasWide: Bool) throws(TextRefusal) -> Int {
        guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[5]) else {
            return 0
        }
        guard let end = bytes.prefix(1000).firstIndex(of: UInt8(ascii: ">")), bytes[end - 1] == UInt8(ascii: "?") else {
            throw TextRefusal("the XML declaration isn't ended", at: 0, of: bytes)
        }
        let text = String(decoding: bytes[5..<(end - 1)], as: UTF8.self)
        guard let name = text.range(of: "encoding") else { return end + 1 }
        let value = text[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw TextRefusal("the XML declaration names no encoding", at: 0, of: bytes)
        }
        let encoding = value.dropFirst().prefix { $0 != quote }.uppercased()
        let known = wasWide ? ["UTF-16", "UTF-16LE", "UTF-16BE"] : ["UTF-8", "UTF8", "US-ASCII", "ASCII"]
        guard known.contains(encoding) else {
            throw TextRefusal(
                "the text is not in the encoding that its first line names; save it as UTF-8", at: 0, of: bytes)
        }
        return end + 1
    }
}
