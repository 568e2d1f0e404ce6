/// What Foundation's decoder refuses in text that `JSONScanner` takes, but doesn't name: numbers and escapes that JSON
/// doesn't have.
enum JSONFault {
    /// Returns the first fault; nil if there is none.
    static func first(in bytes: [UInt8]) -> TextValidationError? {
        var place = 0
        var isInText = false
        while place < bytes.count {
            let start = place
            switch bytes[place] {
            case UInt8(ascii: "\""):
                isInText.toggle()
                place += 1
            case UInt8(ascii: "\\") where isInText:
                guard let length = escapeLength(bytes[place...]) else {
                    let reason =
                        "this escape is none of JSON, or half of a character; a character beyond \\uFFFF needs "
                        + "both halves, as in \\uD83D\\uDE00"
                    return TextValidationError(reason, at: start, of: bytes)
                }
                place += length
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard !isInText else {
                    place += 1
                    continue
                }
                place = bytes[place...].firstIndex { !isOfNumber($0) } ?? bytes.count
                guard isNumber(bytes[start..<place]) else {
                    let reason =
                        "this isn't a number of JSON; write it without zeros or a plus in front, and with digits on "
                        + "both sides of a point"
                    return TextValidationError(reason, at: start, of: bytes)
                }
            default: place += 1
            }
        }
        return nil
    }

    /// The length of the escape at the beginning, with that of its second half; nil if it is none.
    private static func escapeLength(_ text: ArraySlice<UInt8>) -> Int? {
        if let unit = unit(text) {
            switch unit {
            case 0xD800..<0xDC00:
                guard let second = Self.unit(text.dropFirst(6)), (0xDC00..<0xE000).contains(second) else { return nil }
                return 12
            case 0xDC00..<0xE000: return nil
            default: return 6
            }
        }
        guard let letter = text.dropFirst().first, "\"\\/bfnrt".utf8.contains(letter) else { return nil }
        return 2
    }

    /// The number in an escape such as `\u00E9`.
    private static func unit(_ text: ArraySlice<UInt8>) -> UInt16? {
        let digits = text.dropFirst(2).prefix(4)
        guard text.starts(with: "\\u".utf8), digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
            return nil
        }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isOfNumber(_ byte: UInt8) -> Bool { isDigit(byte) || "+-.eE".utf8.contains(byte) }

    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        func skipDigits() -> ArraySlice<UInt8> {
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            return digits
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = skipDigits()
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard !skipDigits().isEmpty else { return false }
        }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
            guard !skipDigits().isEmpty else { return false }
        }
        return rest.isEmpty
    }
}
