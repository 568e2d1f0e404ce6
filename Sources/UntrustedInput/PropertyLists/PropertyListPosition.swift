import Foundation

/// The position of a value in a property list in XML, and the positions of the values inside it.
package struct PropertyListPosition: Sendable {
    /// The line, counted from 1, of the key before the value, or of the value itself if it has no key.
    package let line: Int
    /// The positions of a dictionary's values.
    package internal(set) var entries: [String: PropertyListPosition] = [:]
    /// The positions of an array's elements.
    package internal(set) var elements: [PropertyListPosition] = []
}

extension CheckedPropertyList {
    /// Returns the position of the outermost value of a list in XML. Returns nil for other formats and for invalid
    /// lists.
    ///
    /// Takes one pass, and no more memory than the list's values.
    package static func place(in data: Data, limits: TextLimits = .standard) -> PropertyListPosition? {
        guard !isBinary(data), let (bytes, wasWide) = try? UnicodeText.utf8(of: data, limits: limits), isXML(bytes)
        else { return nil }
        var (gate, reader) = (XMLPropertyListValidator(), PropertyListPositionReader(bytes))
        do throws(TextValidationError) {
            _ = try CheckedXML.checkedBytes(bytes, wasWide: wasWide, limits: limitsOfXML(limits)) {
                (event, scanner) throws(TextValidationError) in
                try gate.visit(event, scanner)
                reader.visit(event, scanner)
            }
        } catch {
            return nil
        }
        return reader.root
    }
}
