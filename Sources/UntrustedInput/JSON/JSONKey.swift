/// Keys of JSON objects, for comparisons.
enum JSONKey {
    /// Returns a key's bytes with its escapes replaced by what they stand for, as UTF-8. Malformed escapes stay.
    static func withoutEscapes(_ key: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard key.contains(UInt8(ascii: "\\")) else { return key }
        var (units, result): ([UInt16], [UInt8]) = ([], [])
        func flush() {
            // Two halves of a character stand in escapes of their own.
            result += String(decoding: units, as: UTF16.self).utf8
            units = []
        }
        var rest = key
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                flush()
                result.append(byte)
                continue
            }
            let digits = rest.prefix(4)
            if letter == UInt8(ascii: "u"), digits.count == 4,
                let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                units.append(unit)
                rest = rest.dropFirst(4)
            } else {
                flush()
                result += Self.escapes[letter].map { [$0] } ?? [byte, letter]
            }
        }
        flush()
        return result[...]
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
        UInt8(ascii: "t"): 9, UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]
}
