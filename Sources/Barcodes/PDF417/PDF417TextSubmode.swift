/// The four submodes of PDF417's text compaction, with 30 values each, by table 5 of ISO/IEC 15438.
enum PDF417TextSubmode: CaseIterable {
    case upper, lower, mixed, punctuation

    /// In the other submodes: the next value is in the punctuation submode.
    static let punctuationShift = 29

    /// Returns whether text compaction supports a character.
    static func contain(_ byte: UInt8) -> Bool { byte == 9 || byte == 10 || byte == 13 || (32...126).contains(byte) }

    private static let mixedCharacters = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
    private static let punctuationCharacters = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

    /// Returns the value of a character in this submode, or nil if the submode doesn't have it.
    private func value(of byte: UInt8) -> Int? {
        switch self {
        case .upper where (65...90).contains(byte): Int(byte) - 65
        case .lower where (97...122).contains(byte): Int(byte) - 97
        case .upper, .lower, .mixed:
            if byte == 32 { 26 } else { self == .mixed ? Self.mixedCharacters.firstIndex(of: byte) : nil }
        case .punctuation: Self.punctuationCharacters.firstIndex(of: byte)
        }
    }

    /// Returns the values for characters, including latches and shifts between submodes. The first submode is `upper`.
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
                // `target` was chosen to have the character.
                result.append(target.value(of: byte) ?? 0)
            }
        }
        return result
    }

    /// Returns the values that latch to another submode.
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
