/// Scans a property list in the old style, `{ key = ( "a", <0a1b> ); }`, or the lines of a strings file, without
/// recursion.
struct OldStylePropertyListScanner {
    /// The tokens that may come next.
    private enum Expectation {
        /// A value. It may turn out to be the first key of a strings file.
        case root
        /// `=` or `;` after a word that is the first key of a strings file, or the end of the text.
        case rootOrEntry
        /// A key, or the end of the entries.
        case key
        /// `=`, or `;` after a key that is its own value.
        case equals
        case value
        case semicolon
        /// A value, or the end of the array.
        case element
        case comma
        /// The end of the text.
        case end
    }

    private let bytes: [UInt8]
    private let limits: TextLimits
    private var offset = 0
    private var open: [UInt8] = []
    private var count = 0
    /// Number of dictionary keys so far.
    private(set) var keyCount = 0
    private var expected = Expectation.root
    /// Whether the text consists of entries without enclosing brackets.
    private var isStrings = false

    init(_ bytes: [UInt8], limits: TextLimits) { (self.bytes, self.limits) = (bytes, limits) }

    /// Throws if the list exceeds the limits or deviates from the grammar. Foundation's parser would accept some
    /// deviations and write complaints to the host's standard error.
    mutating func scan() throws(TextValidationError) {
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case 0x09...0x0D, 0x20: offset += 1
            case UInt8(ascii: "/") where next == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"): try skipComment()
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="): try separator(byte)
            case UInt8(ascii: "("), UInt8(ascii: "{"): try begin(byte)
            case UInt8(ascii: ")"), UInt8(ascii: "}"): try close(byte)
            case UInt8(ascii: "<"):
                try value(isWord: false)
                try skipData()
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try value(isWord: true)
                try skipQuoted(byte)
            case _ where byte.isWord:
                try value(isWord: true)
                while offset < bytes.count, bytes[offset].isWord { offset += 1 }
            default: throw refusal("this character must be in quotes")
            }
        }
        guard open.isEmpty else { throw refusal("a bracket isn't closed") }
        switch expected {
        case .root, .rootOrEntry, .key, .end: return
        case .value: throw refusal("a value is missing")
        case .equals, .semicolon, .element, .comma: throw refusal("a ; is missing")
        }
    }

    /// Accepts a string or data as the expected key or value, and updates what is expected next.
    private mutating func value(isWord: Bool) throws(TextValidationError) {
        count += 1
        guard count <= limits.values else { throw refusal("it has more than \(limits.values) values") }
        switch expected {
        case .root: expected = isWord ? .rootOrEntry : .end
        case .key:
            guard isWord else { throw refusal("a key is expected here: a word or a quoted string") }
            keyCount += 1
            expected = .equals
        case .value: expected = .semicolon
        case .element: expected = .comma
        case .rootOrEntry, .equals, .semicolon: throw refusal("a ; is missing")
        case .comma: throw refusal("a , is missing")
        case .end: throw refusal("unexpected text after the end of the list; remove it")
        }
    }

    private mutating func separator(_ byte: UInt8) throws(TextValidationError) {
        if expected == .rootOrEntry { keyCount += 1 }
        switch (byte, expected) {
        case (UInt8(ascii: "="), .equals), (UInt8(ascii: "="), .rootOrEntry):
            isStrings = isStrings || expected == .rootOrEntry
            expected = .value
        case (UInt8(ascii: ";"), .equals), (UInt8(ascii: ";"), .rootOrEntry), (UInt8(ascii: ";"), .semicolon):
            isStrings = isStrings || expected == .rootOrEntry
            expected = .key
        case (UInt8(ascii: ","), .comma): expected = .element
        case (_, .end): throw refusal("unexpected text after the end of the list; remove it")
        case (_, .value), (_, .element), (_, .root): throw refusal("a value is missing")
        case (_, .key): throw refusal("a key is expected here: a word or a quoted string")
        default: throw refusal("a \(expected == .comma ? "," : ";") is missing")
        }
        offset += 1
    }

    private mutating func begin(_ bracket: UInt8) throws(TextValidationError) {
        if expected == .key { throw refusal("a key is expected here: a word or a quoted string") }
        try value(isWord: false)
        guard open.count < limits.depth else { throw refusal("it is nested more than \(limits.depth) deep") }
        open.append(bracket)
        expected = bracket == UInt8(ascii: "(") ? .element : .key
        offset += 1
    }

    private mutating func close(_ bracket: UInt8) throws(TextValidationError) {
        let isArray = bracket == UInt8(ascii: ")")
        let isComplete = isArray ? expected == .element || expected == .comma : expected == .key
        guard isComplete, open.last == (isArray ? UInt8(ascii: "(") : UInt8(ascii: "{")) else {
            throw refusal("this closing bracket has no matching opening bracket, or a ; is missing before it")
        }
        open.removeLast()
        expected = open.isEmpty ? .end : open.last == UInt8(ascii: "(") ? .comma : .semicolon
        if open.isEmpty, isStrings { expected = .semicolon }
        offset += 1
    }

    private var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

    private func refusal(_ reason: String) -> TextValidationError { TextValidationError(reason, at: offset, of: bytes) }

    private mutating func skipLine() {
        while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
    }

    private mutating func skipComment() throws(TextValidationError) {
        let start = offset
        offset += 2
        while let slash = bytes[offset...].firstIndex(of: UInt8(ascii: "/")) {
            offset = slash + 1
            if slash >= start + 3, bytes[slash - 1] == UInt8(ascii: "*") { return }
        }
        offset = start
        throw refusal("a comment isn't ended")
    }

    private mutating func skipData() throws(TextValidationError) {
        let start = offset
        offset += 1
        while offset < bytes.count,
            bytes[offset].isHexDigit || bytes[offset] == 0x20 || (0x09...0x0D).contains(bytes[offset])
        {
            offset += 1
        }
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">") else {
            offset = start
            throw refusal("data is hexadecimal digits between < and >")
        }
        offset += 1
    }

    private mutating func skipQuoted(_ quote: UInt8) throws(TextValidationError) {
        let start = offset
        offset += 1
        while offset < bytes.count, bytes[offset] != quote {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard offset < bytes.count else {
            offset = start
            throw refusal("this string has no closing quote")
        }
        offset += 1
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Whether the byte may occur in a word without quotes.
    fileprivate var isWord: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
