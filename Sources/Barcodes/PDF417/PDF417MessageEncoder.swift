/// Encodes the parts of a message as codewords.
struct PDF417MessageEncoder {
    /// The codewords of all parts appended so far.
    private(set) var codewords: [Int] = []
    private var alwaysSpecified: Bool
    private var current = PDF417Compaction.text

    private static let textLatch = 900
    private static let byteLatch = 901
    private static let numericLatch = 902
    private static let fullByteLatch = 924

    /// - Parameter alwaysSpecified: Whether text at the beginning gets a latch, which isn't required there.
    init(alwaysSpecified: Bool) { self.alwaysSpecified = alwaysSpecified }

    /// Appends a part of the message. It must contain only bytes that the compaction allows.
    mutating func append(_ part: ArraySlice<UInt8>, compaction: PDF417Compaction) {
        guard !part.isEmpty else { return }
        switch compaction {
        case .numeric: appendNumeric(part)
        case .byte: appendBytes(part)
        default: appendText(part)
        }
        alwaysSpecified = false
    }

    private mutating func appendText(_ part: ArraySlice<UInt8>) {
        if current != .text || alwaysSpecified { codewords.append(Self.textLatch) }
        current = .text
        var values = PDF417TextSubmode.values(of: part)
        // A final shift to punctuation has no effect, so it can fill the last codeword.
        if values.count % 2 == 1 { values.append(PDF417TextSubmode.punctuationShift) }
        for place in stride(from: 0, to: values.count, by: 2) {
            codewords.append(values[place] * 30 + values[place + 1])
        }
    }

    private mutating func appendBytes(_ part: ArraySlice<UInt8>) {
        let bytes = Array(part)
        codewords.append(bytes.count % 6 == 0 ? Self.fullByteLatch : Self.byteLatch)
        current = .byte
        let whole = bytes.count / 6 * 6
        for start in stride(from: 0, to: whole, by: 6) {
            var number = bytes[start..<start + 6].reduce(0) { $0 << 8 | Int($1) }
            var digits: [Int] = []
            for _ in 0..<5 {
                digits.append(number % 900)
                number /= 900
            }
            codewords += digits.reversed()
        }
        codewords += bytes[whole...].map(Int.init)
    }

    private mutating func appendNumeric(_ part: ArraySlice<UInt8>) {
        codewords.append(Self.numericLatch)
        current = .numeric
        let digits = part.map { Int($0) - 48 }
        for start in stride(from: 0, to: digits.count, by: 44) {
            // A leading 1 preserves zeros. The number is converted from base 10 to base 900.
            var number = [1] + digits[start..<min(start + 44, digits.count)]
            var words: [Int] = []
            while !number.isEmpty {
                var remainder = 0
                var quotient: [Int] = []
                for digit in number {
                    remainder = remainder * 10 + digit
                    if !quotient.isEmpty || remainder >= 900 { quotient.append(remainder / 900) }
                    remainder %= 900
                }
                words.append(remainder)
                number = quotient
            }
            codewords += words.reversed()
        }
    }
}
