import Foundation

/// Scans the tags of XML text. It isn't a full parser, and throws an error for markup that it doesn't support.
struct MarkupReader {
    /// One part of the text.
    enum Part {
        case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
        case end
        /// Characters between tags, as a range of the text with entities unexpanded.
        case characters(Range<Int>)
        /// A processing instruction.
        case instruction(String)
    }

    /// The reason why the text can't be scanned.
    enum Failure: Error, CustomStringConvertible {
        case unclosed(at: Int)
        case entity(name: String)
        case encoding(String)
        case tooManyAttributes
        case tooManyElements

        var description: String {
            switch self {
            case .unclosed(let offset): "its markup ends unexpectedly at byte \(offset)"
            case .entity(let name):
                "its entity \(name.prefix(40).debugDescription) holds markup or other entities; write in its place what it "
                    + "stands for"
            case .encoding(let name):
                "its encoding \(name.prefix(40).debugDescription) isn't supported; save it as UTF-8"
            case .tooManyAttributes: "an element has more than \(MarkupReader.maximumAttributeCount) attributes"
            case .tooManyElements: "it has more than \(MarkupReader.maximumElementCount) elements"
            }
        }
    }

    /// Maximum number of attributes of an element. Parsers compare each attribute with all earlier ones.
    private static let maximumAttributeCount = 1_000
    /// Maximum number of elements, the same as in librsvg.
    private static let maximumElementCount = 1_000_000

    private let text: [UInt8]
    private var elementCount = 0
    private var place = 0
    private var entities: [String: String] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
    ]

    init(_ data: Data) { text = Array(data) }

    /// Returns the characters in a range of the text.
    func characters(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    /// Returns the maximum number of bytes in a range after entities are expanded.
    func expandedCount(_ range: Range<Int>) -> Int {
        let references = text[range].count { $0 == UInt8(ascii: "&") }
        let longest = references == 0 ? 0 : entities.values.map(\.utf8.count).max() ?? 0
        return range.count + references * longest
    }

    /// Returns the next part; nil at the end of the text.
    mutating func next() throws(Failure) -> Part? {
        while place < text.count {
            guard text[place] == UInt8(ascii: "<") else {
                let end = text[place...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
                defer { place = end }
                return .characters(place..<end)
            }
            if starts("<!--") {
                try skip("-->", from: place + 4)
            } else if starts("<![CDATA[") {
                let start = place + 9
                try skip("]]>", from: start)
                return .characters(start..<place - 3)
            } else if starts("<!") {
                try readDocumentType()
            } else if starts("<?") {
                let start = place + 2
                try skip("?>", from: start)
                let instruction = characters(start..<place - 2)
                try checkEncoding(instruction)
                return .instruction(instruction)
            } else if starts("</") {
                try skip(">", from: place + 2)
                return .end
            } else {
                return try readTag()
            }
        }
        return nil
    }

    private func starts(_ prefix: StaticString) -> Bool {
        text.count - place >= prefix.utf8CodeUnitCount
            && (0..<prefix.utf8CodeUnitCount).allSatisfy { text[place + $0] == prefix.utf8Start[$0] }
    }

    private mutating func skip(_ mark: String, from start: Int) throws(Failure) {
        let mark = Array(mark.utf8)
        var candidate = start
        while candidate + mark.count <= text.count {
            if text[candidate] == mark[0], text[candidate..<candidate + mark.count].elementsEqual(mark) {
                place = candidate + mark.count
                return
            }
            candidate += 1
        }
        throw .unclosed(at: place)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private mutating func readTag() throws(Failure) -> Part {
        elementCount += 1
        guard elementCount <= Self.maximumElementCount else { throw .tooManyElements }
        let start = place
        var index = place + 1
        func word(_ index: inout Int) -> String {
            let first = index
            while index < text.count, !Self.isSpace(text[index]), !"/>=\"'".utf8.contains(text[index]) { index += 1 }
            return characters(first..<index)
        }
        let name = word(&index)
        var attributes: [(name: String, value: String)] = []
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: ">") {
                place = index + 1
                return .start(name: name, attributes: attributes, isEmpty: text[index - 1] == UInt8(ascii: "/"))
            }
            if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
                index += 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                guard let end = text[(index + 1)...].firstIndex(of: byte) else { throw .unclosed(at: start) }
                if !attributes.isEmpty { attributes[attributes.count - 1].value = decoded(index + 1..<end) }
                index = end + 1
            } else {
                guard attributes.count < Self.maximumAttributeCount else { throw .tooManyAttributes }
                let before = index
                attributes.append((word(&index), ""))
                if index == before { index += 1 }
            }
        }
        throw .unclosed(at: start)
    }

    /// Returns an attribute's value with references expanded. Unknown references are unchanged.
    private func decoded(_ range: Range<Int>) -> String {
        guard text[range].contains(UInt8(ascii: "&")) else { return characters(range) }
        var result = ""
        var rest = characters(range)[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            guard let end = rest.prefix(64).firstIndex(of: ";") else {
                result += "&"
                continue
            }
            let name = rest[..<end]
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            result += number.flatMap(Unicode.Scalar.init).map { String($0) } ?? entities[String(name)] ?? "&\(name);"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Reads the document type. Its entities may contain only text.
    private mutating func readDocumentType() throws(Failure) {
        let start = place
        var (depth, index) = (0, place)
        var quote: UInt8?
        scan: while index < text.count {
            let byte = text[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "<"): depth += 1
                case UInt8(ascii: ">"):
                    depth -= 1
                    if depth == 0 { break scan }
                default: break
                }
            }
            index += 1
        }
        guard index < text.count else { throw .unclosed(at: start) }
        place = index + 1
        // Entities are searched in the whole document type, since quotation marks in comments can confuse the scan
        // above.
        for declaration in characters(start..<place).components(separatedBy: "<!ENTITY").dropFirst() {
            let words = declaration.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2, let quote = words[1].first(where: { $0 == "\"" || $0 == "'" }),
                let open = words[1].firstIndex(of: quote)
            else { continue }
            let value = words[1][words[1].index(after: open)...].prefix { $0 != quote }
            guard !value.contains("<"), !value.contains("&"), !value.contains("%") else {
                throw .entity(name: String(words[0]))
            }
            entities[String(words[0])] = String(value)
        }
    }

    /// Refuses encodings in which markup is not ASCII.
    private func checkEncoding(_ instruction: String) throws(Failure) {
        guard instruction.hasPrefix("xml "), let found = instruction.range(of: "encoding") else { return }
        let name = instruction[found.upperBound...].split { " =\"'\t\r\n".contains($0) }.first ?? ""
        let known = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "latin1", "windows-125"]
        guard known.contains(where: { name.lowercased().hasPrefix($0) }) else { throw .encoding(String(name)) }
    }
}
