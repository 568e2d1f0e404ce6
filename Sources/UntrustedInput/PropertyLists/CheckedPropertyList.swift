import Foundation

/// The gate before Foundation's readers of property lists, which are called nowhere else.
///
/// They read by recursion, as deep as brackets and elements are nested, and overflow the stack. What passes here is UTF-8 within the limits,
/// with one `<plist>` where it is XML, in which no other reader can see more than the gate did.
public enum CheckedPropertyList {
    /// Whether data is a binary list, which has a reader of its own (`BinaryPropertyList` in ImageUnits).
    public static func isBinary(_ data: Data) -> Bool { data.starts(with: Array("bplist".utf8)) }

    /// The values of a list in XML or in the old style, or of a strings file, as Foundation has them.
    public static func object(_ data: Data, limits: TextLimits = .standard) throws(TextRefusal) -> Any {
        try contents(data, limits: limits).object
    }

    /// The same, and whether a dictionary had keys that are equal as Swift's texts are: the same, or an accent written
    /// in two ways. Foundation keeps one of their values, and doesn't say so.
    public static func contents(_ data: Data, limits: TextLimits = .standard) throws(TextRefusal)
        -> (object: Any, hasEqualKeys: Bool)
    {
        let (checked, keyCount) = try scanned(data, limits: limits)
        let object: Any
        do { object = try PropertyListSerialization.propertyList(from: checked, format: nil) } catch {
            let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
            throw TextRefusal(detail ?? "it is in none of the property-list formats")
        }
        return (object, Self.keyCount(of: object) < keyCount)
    }

    /// Keys in a value and all that is in it, which the gate has seen not to be nested too deep.
    private static func keyCount(of value: Any) -> Int {
        switch value {
        case let entries as [String: Any]: entries.values.reduce(entries.count) { $0 + keyCount(of: $1) }
        case let elements as [Any]: elements.reduce(0) { $0 + keyCount(of: $1) }
        default: 0
        }
    }

    /// Decodes a value from a list in XML.
    ///
    /// - Throws: `TextRefusal`, `DecodingError`.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, limits: TextLimits = .standard
    ) throws -> Value {
        try PropertyListDecoder().decode(type, from: checked(data, limits: limits))
    }

    /// A list within the limits, as UTF-8 without an XML declaration.
    static func checked(_ data: Data, limits: TextLimits) throws(TextRefusal) -> Data {
        try scanned(data, limits: limits).checked
    }

    /// The same, and how many keys its dictionaries have, equal ones too.
    private static func scanned(_ data: Data, limits: TextLimits) throws(TextRefusal)
        -> (checked: Data, keyCount: Int)
    {
        guard !isBinary(data) else { throw TextRefusal("it is a binary property list") }
        let (bytes, wasWide) = try UnicodeText.utf8(of: data, limits: limits)
        guard isXML(bytes) else {
            var scanner = OldStyleListScanner(bytes, limits: limits)
            try scanner.scan()
            return (Data(bytes), scanner.keyCount)
        }
        var gate = XMLListGate()
        let checked = try CheckedXML.checkedBytes(bytes, wasWide: wasWide, limits: limitsOfXML(limits)) {
            (event, scanner) throws(TextRefusal) in try gate.visit(event, scanner)
        }
        return (Data(checked), gate.keyCount)
    }

    /// The limits of a list as those of its XML: `plist` itself is not a value.
    static func limitsOfXML(_ limits: TextLimits) -> TextLimits {
        TextLimits(bytes: limits.bytes, depth: limits.depth + 1, values: limits.values)
    }

    /// Whether a text is to be read as XML.
    static func isXML(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: "<") && !isOldStyle(bytes)
    }

    /// Whether a text that begins with `<` is data in the old style, `<0a1b>`.
    private static func isOldStyle(_ bytes: [UInt8]) -> Bool {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "<")), start + 1 < bytes.count else { return false }
        return switch bytes[start + 1] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ">"), 0x20: true
        default: false
        }
    }
}
