import Foundation

/// Where a value of a property list in XML stands, and the values in it.
public struct ListPlace: Sendable {
    /// The line, counted from 1, of the key before the value, or of the value where it has none.
    public let line: Int
    /// The places of a dictionary's values.
    public internal(set) var entries: [String: ListPlace] = [:]
    /// The places of an array's elements.
    public internal(set) var elements: [ListPlace] = []
}

extension CheckedPropertyList {
    /// The place of the outermost value of a list in XML; nil for a list of another format, and for one that the gate
    /// refuses.
    ///
    /// Takes one pass, and no more memory than the list's values.
    public static func place(in data: Data, limits: TextLimits = .standard) -> ListPlace? {
        guard !isBinary(data), let (bytes, wasWide) = try? UnicodeText.utf8(of: data, limits: limits), isXML(bytes)
        else { return nil }
        var (gate, reader) = (XMLListGate(), ListPlaceReader(bytes))
        do throws(TextRefusal) {
            _ = try CheckedXML.checkedBytes(bytes, wasWide: wasWide, limits: limitsOfXML(limits)) {
                (event, scanner) throws(TextRefusal) in
                try gate.visit(event, scanner)
                reader.visit(event, scanner)
            }
        } catch {
            return nil
        }
        return reader.root
    }
}
