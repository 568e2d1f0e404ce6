/// How bytes become the codewords of a PDF417 symbol: ISO/IEC 15438, section 5.4.
public enum PDF417Compaction: Int, Sendable, Hashable, CaseIterable {
    /// For every part of the message, what suits it.
    case automatic = 0
    /// Digits only, nearly three a codeword.
    case numeric = 1
    /// Printable ASCII, tab and line ends, two a codeword.
    case text = 2
    /// Any bytes, six in five codewords.
    case byte = 3

    /// The data codewords of a message, without their number and pad codewords.
    ///
    /// - Parameter alwaysSpecified: Whether a message that begins with text says so, though that goes without saying.
    func codewords(of message: [UInt8], alwaysSpecified: Bool) throws(BarcodeRefusal) -> [Int] {
        var encoder = PDF417MessageEncoder(alwaysSpecified: alwaysSpecified)
        switch self {
        case .automatic:
            for segment in Self.segments(of: message) {
                encoder.append(message[segment.range], compaction: segment.compaction)
            }
        case .numeric:
            try check(message, "a digit") { Self.isDigit($0) }
            encoder.append(message[...], compaction: .numeric)
        case .text:
            try check(message, "text (printable ASCII, tab or line end)") { PDF417TextSubmode.contain($0) }
            encoder.append(message[...], compaction: .text)
        case .byte:
            encoder.append(message[...], compaction: .byte)
        }
        return encoder.codewords
    }

    private func check(_ message: [UInt8], _ kind: String, _ fits: (UInt8) -> Bool) throws(BarcodeRefusal) {
        guard let place = message.firstIndex(where: { !fits($0) }) else { return }
        throw BarcodeRefusal(
            .compactionMode,
            "byte \(message[place]) at \(place) of the message is not \(kind); use 0, which chooses what fits, or 3, for bytes"
        )
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Parts of a message with what suits each: 13 digits and more are numeric, five characters of text and more are text, the rest bytes.
    private static func segments(of message: [UInt8]) -> [(range: Range<Int>, compaction: PDF417Compaction)] {
        var result: [(range: Range<Int>, compaction: PDF417Compaction)] = []
        var place = 0
        while place < message.count {
            let digits = run(in: message, from: place, isDigit)
            if digits >= 13 {
                result.append((place..<place + digits, .numeric))
                place += digits
                continue
            }
            let text = textRun(in: message, from: place)
            if text >= 5 || place + text == message.count {
                result.append((place..<place + text, .text))
                place += text
                continue
            }
            var end = place
            while end < message.count {
                if run(in: message, from: end, isDigit) >= 13 { break }
                let text = textRun(in: message, from: end)
                if text >= 5 || (text > 0 && end + text == message.count) { break }
                end += 1
            }
            result.append((place..<end, .byte))
            place = end
        }
        return result
    }

    private static func run(in message: [UInt8], from start: Int, _ fits: (UInt8) -> Bool) -> Int {
        message[start...].prefix(while: fits).count
    }

    /// Characters of text from a place, up to digits that are better numeric.
    private static func textRun(in message: [UInt8], from start: Int) -> Int {
        var end = start
        while end < message.count, PDF417TextSubmode.contain(message[end]) {
            if isDigit(message[end]) {
                let digits = run(in: message, from: end, isDigit)
                if digits >= 13 { break }
                end += digits
            } else {
                end += 1
            }
        }
        return end - start
    }
}
