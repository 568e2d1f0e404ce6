/// Scans JSON without recursion.
///
/// A key that occurs twice in an object is an error. Decoders differ in which of the two values they use, and don't
/// report the other.
struct JSONScanner {
    private let bytes: [UInt8]
    private let limits: TextLimits
    private var offset = 0
    private var open: [UInt8] = []
    /// The keys read so far of each open object, without escapes.
    private var keys: [Set<ArraySlice<UInt8>>] = []
    private var isKeyNext = false
    /// The place of a comma after which nothing but space has come.
    private var comma: Int?
    private var count = 0

    init(_ bytes: [UInt8], limits: TextLimits) { (self.bytes, self.limits) = (bytes, limits) }

    /// Throws if JSON exceeds the limits, or brackets or quotes don't match. The decoder validates everything else.
    mutating func scan() throws(TextValidationError) {
        while offset < bytes.count {
            let byte = bytes[offset]
            if let place = comma, byte > 0x20 {
                comma = nil
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                    throw TextValidationError(
                        "a comma stands before a closing bracket; remove it", at: place, of: bytes)
                }
            }
            switch byte {
            case UInt8(ascii: "\""):
                let start = offset
                try skipText()
                if isKeyNext { try addKey(start) }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                try countValue()
                guard open.count < limits.depth else { throw refusal("it is nested more than \(limits.depth) deep") }
                open.append(byte)
                isKeyNext = byte == UInt8(ascii: "{")
                if isKeyNext { keys.append([]) }
                offset += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.popLast() == (byte == UInt8(ascii: "]") ? UInt8(ascii: "[") : UInt8(ascii: "{")) else {
                    throw refusal("this closing bracket has no matching opening bracket; remove it")
                }
                if byte == UInt8(ascii: "}") { keys.removeLast() }
                isKeyNext = false
                offset += 1
            case UInt8(ascii: ","):
                try countValue()
                isKeyNext = open.last == UInt8(ascii: "{")
                comma = offset
                offset += 1
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"):
                offset += 1
            default: throw refusal("unexpected character; strings need double quotes in JSON")
            }
        }
        guard open.isEmpty else { throw refusal("a bracket isn't closed") }
    }

    private func refusal(_ reason: String) -> TextValidationError { TextValidationError(reason, at: offset, of: bytes) }

    private mutating func countValue() throws(TextValidationError) {
        count += 1
        guard count <= limits.values else { throw refusal("it has more than \(limits.values) values") }
    }

    private mutating func addKey(_ start: Int) throws(TextValidationError) {
        isKeyNext = false
        let key = JSONKey.withoutEscapes(bytes[start..<offset])
        guard keys[keys.count - 1].insert(key).inserted else {
            throw TextValidationError("this key stands twice in its object; keep one of them", at: start, of: bytes)
        }
    }

    private mutating func skipText() throws(TextValidationError) {
        let start = offset
        offset += 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            guard bytes[offset] >= 0x20 else {
                throw refusal("a string contains a control character; write it as \\n or \\u000A")
            }
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard offset < bytes.count else {
            offset = start
            throw refusal("this string has no closing quote")
        }
        offset += 1
    }
}
