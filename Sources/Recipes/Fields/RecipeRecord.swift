/// A part of a recipe that consists of fields.
protocol RecipeRecord {
    /// Visits all fields. A visitor that reads replaces their values.
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// A part of a recipe that is of one of several kinds, which have different fields.
protocol RecipeVariant: RecipeRecord {
    /// The kinds, with their numbers in the binary format.
    associatedtype Kind: RawRepresentable<UInt8>, CaseIterable, Sendable

    /// Creates a part with arbitrary values, into which a visitor reads the fields.
    init(blank kind: Kind)
}

extension RecipeElement where Self: RecipeRecord {
    func encode(to writer: inout ByteWriter) {
        var copy = self
        copy.visitFields(&writer)
    }

    func visitParts<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        var copy = self
        try copy.visitFields(&visitor)
    }
}

extension RecipeElement where Self: RecipeVariant {
    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Self {
        let start = reader.place
        guard let kind = Kind(rawValue: try reader.byte()) else {
            throw .invalid(at: start, expected: "the kind of a \(Self.self)")
        }
        var result = Self(blank: kind)
        try result.visitFields(&reader)
        return result
    }
}
