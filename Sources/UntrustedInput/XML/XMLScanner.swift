/// Scans XML without recursion, and refuses everything that parsers may interpret in different ways.
///
/// It accepts plain XML 1.0: elements, attributes without `<`, `>` and entities other than the five of XML, comments,
/// processing instructions, CDATA and character references. A document type may be named but not defined, so there are
/// no entities to expand.
struct XMLScanner {
    /// A part of the document that the scanner has found.
    enum Event {
        case start(name: ArraySlice<UInt8>, isEmpty: Bool)
        case end
        /// Characters other than white space, or a CDATA section.
        case text
        /// A comment or a processing instruction inside the root element.
        case commentOrInstruction
        /// A document type.
        case documentType(name: ArraySlice<UInt8>)
    }

    /// The document, in UTF-8.
    let bytes: [UInt8]
    private let limits: TextLimits
    private(set) var offset: Int
    private var open: [ArraySlice<UInt8>] = []
    private var count = 0

    /// Creates a scanner.
    ///
    /// - Parameter start: The offset of the document after its XML declaration.
    init(_ bytes: [UInt8], from start: Int = 0, limits: TextLimits) {
        (self.bytes, offset, self.limits) = (bytes, start, limits)
    }

    /// Number of elements that are open at the current position.
    var depth: Int { open.count }

    /// Returns the bytes between the tags of an element that contains no other elements and whose start tag begins at
    /// `start`. Call it while its end is being visited.
    func contents(ofElementAt start: Int) -> ArraySlice<UInt8> {
        // Attributes contain neither `<` nor `>`.
        guard let begin = bytes[start..<offset].firstIndex(of: UInt8(ascii: ">")),
            let end = bytes[begin..<offset].lastIndex(of: UInt8(ascii: "<"))
        else { return [] }
        return bytes[(begin + 1)..<end]
    }

    func refusal(_ reason: String) -> TextValidationError { TextValidationError(reason, at: offset, of: bytes) }

    /// Scans a whole document. `visit` is called for each event, and may throw to refuse it.
    mutating func scan(_ visit: (Event, XMLScanner) throws(TextValidationError) -> Void) throws(TextValidationError) {
        var (hasRoot, hasType) = (false, false)
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "<") {
                if matches("<?") {
                    try instruction()
                    if depth > 0 { try visit(.commentOrInstruction, self) }
                } else if matches("<!--") {
                    try skip("<!--", to: "-->", "a comment")
                    if depth > 0 { try visit(.commentOrInstruction, self) }
                } else if matches("<![CDATA[") {
                    guard depth > 0 else { throw refusal("text stands outside the root element") }
                    try visit(.text, self)
                    try skip("<![CDATA[", to: "]]>", "a CDATA section")
                } else if matches("<!DOCTYPE") {
                    guard !hasRoot, !hasType else {
                        throw refusal("a document type must come before the root element, and only once")
                    }
                    hasType = true
                    try visit(.documentType(name: try documentType()), self)
                } else if matches("</") {
                    try endTag()
                    try visit(.end, self)
                } else {
                    guard depth > 0 || !hasRoot else { throw refusal("a second root element begins here") }
                    hasRoot = true
                    try startTag(visit)
                }
            } else {
                try text(visit)
            }
        }
        guard depth == 0 else { throw refusal("an element isn't ended") }
        guard hasRoot else { throw refusal("it has no element") }
    }

    /// Skips `<?name data?>`. An instruction without data is refused although it is legal, because Foundation's
    /// XMLParser crashes at it.
    private mutating func instruction() throws(TextValidationError) {
        let start = offset
        offset += 2
        _ = try name()
        guard !matches("?>") else { throw refusal("a processing instruction has no data") }
        offset = start
        try skip("<?", to: "?>", "a processing instruction")
    }

    private mutating func text(_ visit: (Event, XMLScanner) throws(TextValidationError) -> Void)
        throws(TextValidationError)
    {
        var isVisited = false
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
            if !bytes[offset].isXMLSpace, !isVisited {
                guard depth > 0 else { throw refusal("text stands outside the root element") }
                try visit(.text, self)
                isVisited = true
            }
            if bytes[offset] == UInt8(ascii: "&") { try reference() } else { offset += 1 }
        }
    }

    private mutating func startTag(_ visit: (Event, XMLScanner) throws(TextValidationError) -> Void)
        throws(TextValidationError)
    {
        let start = offset
        offset += 1
        let name = try name()
        while true {
            let hasSpace = skipSpace()
            guard offset < bytes.count else { throw refusal("a tag isn't ended") }
            if bytes[offset] == UInt8(ascii: ">") || matches("/>") { break }
            guard hasSpace else { throw refusal("white space is expected between a tag's name and its attributes") }
            _ = try self.name()
            skipSpace()
            guard matches("=") else { throw refusal("an attribute has no value") }
            offset += 1
            skipSpace()
            try quoted()
        }
        let isEmpty = bytes[offset] == UInt8(ascii: "/")
        count += 1
        // Report errors at the beginning of the tag.
        let end = offset + (isEmpty ? 2 : 1)
        offset = start
        guard count <= limits.values else { throw refusal("it has more than \(limits.values) elements") }
        guard depth < limits.depth else { throw refusal("it is nested more than \(limits.depth) deep") }
        try visit(.start(name: name, isEmpty: isEmpty), self)
        offset = end
        if !isEmpty { open.append(name) }
    }

    private mutating func endTag() throws(TextValidationError) {
        let start = offset
        offset += 2
        let name = try name()
        skipSpace()
        guard matches(">") else { throw refusal("a tag isn't ended") }
        offset += 1
        let begun = open.popLast()
        guard begun == name else {
            offset = start
            var cursor = TextCursor(bytes)
            guard let begun else { throw refusal("this end tag has no start tag") }
            throw refusal(
                "this end tag doesn't match the start tag on line \(cursor.position(of: begun.startIndex).line)")
        }
    }

    private mutating func documentType() throws(TextValidationError) -> ArraySlice<UInt8> {
        offset += "<!DOCTYPE".utf8.count
        guard skipSpace() else { throw refusal("a document type has no name") }
        let name = try name()
        skipSpace()
        if matches("PUBLIC") || matches("SYSTEM") {
            offset += 6
            while skipSpace(), matches("\"") || matches("'") { try quoted() }
        }
        guard matches(">") else { throw refusal("a document type defines something; only its name is accepted") }
        offset += 1
        return name
    }

    /// Skips a quoted value without tags, which may span several lines.
    private mutating func quoted() throws(TextValidationError) {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
            throw refusal("an attribute's value is not in quotes")
        }
        let quote = bytes[offset]
        offset += 1
        while offset < bytes.count, bytes[offset] != quote {
            switch bytes[offset] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"):
                throw refusal("an attribute's value has a < or >; write &lt; or &gt;")
            case UInt8(ascii: "&"): try reference()
            default: offset += 1
            }
        }
        guard offset < bytes.count else { throw refusal("an attribute's value isn't ended") }
        offset += 1
    }

    /// Skips a reference to one of the five entities of XML, or to a character by its number.
    private mutating func reference() throws(TextValidationError) {
        let end = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end, Self.isKnown(String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)) else {
            throw refusal(
                "this & begins none of the five entities of XML and no character's number; write &amp; instead")
        }
        offset = end + 1
    }

    private static func isKnown(_ entity: String) -> Bool {
        if ["lt", "gt", "amp", "apos", "quot"].contains(entity) { return true }
        guard entity.hasPrefix("#") else { return false }
        let digits = entity.hasPrefix("#x") ? entity.dropFirst(2) : entity.dropFirst()
        guard digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: entity.hasPrefix("#x") ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { return false }
        return scalar.value >= 0x20 || scalar == "\n" || scalar == "\r" || scalar == "\t"
    }

    private mutating func name() throws(TextValidationError) -> ArraySlice<UInt8> {
        let start = offset
        while offset < bytes.count, bytes[offset].isXMLName { offset += 1 }
        let first = offset > start ? bytes[start] : UInt8(ascii: "-")
        let isName = first >= 0x80 || first == UInt8(ascii: "_") || first == UInt8(ascii: ":") || first.isXMLLetter
        guard isName else {
            offset = start
            throw refusal("a name is missing")
        }
        return bytes[start..<offset]
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = offset
        while offset < bytes.count, bytes[offset].isXMLSpace { offset += 1 }
        return offset > start
    }

    private mutating func skip(_ begin: String, to end: String, _ what: String) throws(TextValidationError) {
        let start = offset
        offset += begin.utf8.count
        let (last, marks) = (UInt8(ascii: ">"), Array(end.utf8))
        while let found = bytes[offset...].firstIndex(of: last) {
            offset = found + 1
            if offset - start >= begin.utf8.count + marks.count,
                bytes[(offset - marks.count)..<offset].elementsEqual(marks)
            {
                return
            }
        }
        offset = start
        throw refusal("\(what) isn't ended")
    }

    private func matches(_ text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount <= bytes.count - offset else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<(offset + $0.count)]) }
    }
}

extension UInt8 {
    fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    fileprivate var isXMLLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    fileprivate var isXMLName: Bool {
        isXMLLetter || self >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
