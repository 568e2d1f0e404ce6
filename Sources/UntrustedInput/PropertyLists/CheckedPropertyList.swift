import Foundation

/// Validates property lists before Foundation's parsers read them. Nothing else calls those parsers.
///
/// They are recursive and overflow the stack on deeply nested brackets or elements. Data that passes is UTF-8 within
/// the limits. XML has exactly one `<plist>`, and no parser can see more content in it than the validation did.
package enum CheckedPropertyList {
    /// Returns whether data is a binary property list. ImageUnits has a separate parser for those,
    /// `BinaryPropertyList`.
    package static func isBinary(_ data: Data) -> Bool { data.starts(with: Array("bplist".utf8)) }

    /// Returns the values of a list in XML or in the old style, or of a strings file, as Foundation objects.
    package static func object(_ data: Data, limits: TextLimits = .standard) throws(TextValidationError) -> Any {
        try contents(data, limits: limits).object
    }

    /// Returns the values, and whether a dictionary had keys that are equal as Swift strings: identical, or with an
    /// accent in two spellings. Foundation keeps the value of one of them without reporting it.
    package static func contents(_ data: Data, limits: TextLimits = .standard) throws(TextValidationError)
        -> (object: Any, hasEqualKeys: Bool)
    {
        let (checked, keyCount) = try scanned(data, limits: limits)
        let object: Any
        do { object = try PropertyListSerialization.propertyList(from: checked, format: nil) } catch {
            let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
            throw TextValidationError(detail ?? "it is in none of the property-list formats")
        }
        return (object, Self.keyCount(of: object) < keyCount)
    }

    /// Returns the number of keys in a value and all values inside it. Recursion is safe, because the depth has been
    /// validated.
    private static func keyCount(of value: Any) -> Int {
        switch value {
        case let entries as [String: Any]: entries.values.reduce(entries.count) { $0 + keyCount(of: $1) }
        case let elements as [Any]: elements.reduce(0) { $0 + keyCount(of: $1) }
        default: 0
        }
    }

    /// Decodes a value from a list in XML.
    ///
    /// - Throws: `TextValidationError` or `DecodingError`.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, limits: TextLimits = .standard
    ) throws -> Value {
        try PropertyListDecoder().decode(type, from: checked(data, limits: limits))
    }

    /// Returns a list within the limits, as UTF-8 without an XML declaration.
    static func checked(_ data: Data, limits: TextLimits) throws(TextValidationError) -> Data {
        try scanned(data, limits: limits).checked
    }

    /// Returns the same, and the number of keys in its dictionaries, including equal ones.
    private static func scanned(_ data: Data, limits: TextLimits) throws(TextValidationError)
        -> (checked: Data, keyCount: Int)
    {
        guard !isBinary(data) else { throw TextValidationError("it is a binary property list") }
        let (bytes, wasWide) = try UnicodeText.utf8(of: data, limits: limits)
        guard isXML(bytes) else {
            var scanner = OldStylePropertyListScanner(bytes, limits: limits)
            try scanner.scan()
            return (Data(bytes), scanner.keyCount)
        }
        var gate = XMLPropertyListValidator()
        let checked = try CheckedXML.checkedBytes(bytes, wasWide: wasWide, limits: limitsOfXML(limits)) {
            (event, scanner) throws(TextValidationError) in try gate.visit(event, scanner)
        }
        return (Data(checked), gate.keyCount)
    }

    /// Returns the limits of a list's XML. They allow one more level, because the `plist` element isn't a value.
    static func limitsOfXML(_ limits: TextLimits) -> TextLimits {
        TextLimits(bytes: limits.bytes, depth: limits.depth + 1, values: limits.values)
    }

    /// Whether a text is parsed as XML.
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
