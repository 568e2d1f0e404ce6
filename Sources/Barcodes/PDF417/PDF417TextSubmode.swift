/// The four alphabets of PDF417's text compaction, of 30 values each: table 5 of ISO/IEC 15438.
enum PDF417TextSubmode: CaseIterable {
    case upper, lower, mixed, punctuation

    /// From the others, the next value is punctuation.
    static let punctuationShift = 29

    /// Whether text compaction has a character.
    static func contain(_ byte: UInt8) -> Bool { byte == 9 || byte == 10 || byte == 13 || (32...126).contains(byte) }

    private static let mixedCharacters = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
    private static let punctuationCharacters = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

    /// The value of a character in this alphabet; nil where it lacks it.
    private func value(of byte: UInt8) -> Int? {
        switch self {
        case .upper where (65...90).contains(byte): Int(byte) - 65
        case .lower where (97...122).contains(byte): Int(byte) - 97
        case .upper, .lower, .mixed:
            if byte == 32 { 26 } else { self == .mixed ? Self.mixedCharacters.firstIndex(of: byte) : nil }
        case .punctuation: Self.punctuationCharacters.firstIndex(of: byte)
        }
    }

    /// The values that stand for characters, with latches and shifts between alphabets; the first alphabet is upper case.
    static func values(of text: ArraySlice<UInt8>) -> [Int] {
        var result: [Int] = []
        var submode = upper
        for (place, byte) in zip(text.indices, text) {
            if let value = submode.value(of: byte) {
                result.append(value)
                continue
            }
            let next = place + 1 < text.endIndex ? text[place + 1] : nil
            if submode == .lower, let value = upper.value(of: byte), next.map({ upper.value(of: $0) == nil }) ?? true {
                result += [27, value]
            } else if submode != .punctuation, let value = punctuation.value(of: byte),
                mixed.value(of: byte) == nil || next.map({ mixed.value(of: $0) == nil }) ?? true
            {
                result += [punctuationShift, value]
            } else {
                let target = [upper, lower, mixed, punctuation].first { $0.value(of: byte) != nil } ?? mixed
                result += submode.latches(to: target)
                submode = target
                // The alphabet was chosen to have the character.
                result.append(target.value(of: byte) ?? 0)
            }
        }
        return result
    }

    /// The values that change the alphabet for good.
    private func latches(to target: PDF417TextSubmode) -> [Int] {
        switch (self, target) {
        case (.upper, .lower), (.mixed, .lower): [27]
        case (.upper, .mixed), (.lower, .mixed), (.mixed, .upper): [28]
        case (.lower, .upper): [28, 28]
        case (.upper, .punctuation), (.lower, .punctuation): [28, 25]
        case (.mixed, .punctuation): [25]
        case (.punctuation, .upper): [29]
        case (.punctuation, .lower): [29, 27]
        case (.punctuation, .mixed): [29, 28]
        default: []
        }
    }
}
