/// The methods for encoding bytes as codewords of a PDF417 symbol, by section 5.4 of ISO/IEC 15438.
package enum PDF417Compaction: Int, Sendable, Hashable, CaseIterable {
    /// The best method for each part of the message.
    case automatic = 0
    /// Digits only, with nearly three in a codeword.
    case numeric = 1
    /// Printable ASCII characters, tab and line ends, with two in a codeword.
    case text = 2
    /// Any bytes, with six in five codewords.
    case byte = 3

    /// Returns the data codewords of a message, without their number and without pad codewords.
    ///
    /// - Parameter alwaysSpecified: Whether a message that begins with text starts with the latch for text, although
    ///   that is the default.
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

    /// Divides a message into parts with the best method for each: at least 13 digits are numeric, at least five
    /// characters of text are text, and the rest are bytes.
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

    /// Returns the number of text characters from a position on, up to digits that are better encoded as numeric.
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
