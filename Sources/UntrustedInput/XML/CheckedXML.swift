import Foundation

/// Validates XML before any parser reads it.
package enum CheckedXML {
    /// Returns XML as UTF-8 without a declaration, restricted so that all parsers read the same contents.
    ///
    /// - Throws: `TextValidationError` if the data exceeds the limits, isn't well-formed, contains a document type or
    ///   uses entities other than the five of XML.
    package static func checked(_ data: Data, limits: TextLimits) throws(TextValidationError) -> Data {
        let bytes = try checkedBytes(data, limits: limits) { (event, scanner) throws(TextValidationError) in
            if case .documentType = event { throw scanner.refusal("a document type is not accepted") }
        }
        return Data(bytes)
    }

    static func checkedBytes(
        _ data: Data, limits: TextLimits, _ visit: (XMLScanner.Event, XMLScanner) throws(TextValidationError) -> Void
    ) throws(TextValidationError) -> [UInt8] {
        let (bytes, wasWide) = try UnicodeText.utf8(of: data, limits: limits)
        return try checkedBytes(bytes, wasWide: wasWide, limits: limits, visit)
    }

    static func checkedBytes(
        _ bytes: [UInt8], wasWide: Bool, limits: TextLimits,
        _ visit: (XMLScanner.Event, XMLScanner) throws(TextValidationError) -> Void
    ) throws(TextValidationError) -> [UInt8] {
        let declaration = try XMLDeclaration.length(in: bytes, wasWide: wasWide)
        // Start after the declaration instead of removing it first, so that columns in its line are those of the file.
        var scanner = XMLScanner(bytes, from: declaration, limits: limits)
        try scanner.scan(visit)
        return declaration == 0 ? bytes : Array(bytes[declaration...])
    }
}
