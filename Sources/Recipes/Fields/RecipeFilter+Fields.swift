import CoreImageEssentials

extension RecipeFilter: RecipeRecord {
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        var fields = RecipeFields(inputs)
        try visitor.field(&name, "filter")
        try visitor.optionalField(&unit, "unit")
        try visitor.field(&fields, "inputs", default: RecipeFields([]))
        inputs = fields.fields
    }
}

extension RecipeUnit: RecipeElement, RecipeRecord {
    typealias TextForm = RecipeUnit

    static let blank = RecipeUnit(identifier: "", version: nil)

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> RecipeUnit {
        var unit = blank
        try unit.visitFields(&reader)
        return unit
    }

    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.field(&identifier, "identifier")
        try visitor.optionalField(&version, "version")
    }
}

extension VersionRequirement: RecipeElement {
    typealias TextForm = VersionRequirement

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> VersionRequirement {
        let start = reader.place
        guard let requirement = VersionRequirement(try reader.text()) else {
            throw .invalid(at: start, expected: "a range of versions")
        }
        return requirement
    }
    func encode(to writer: inout ByteWriter) { writer.write(description) }
}
