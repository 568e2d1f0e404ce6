import CoreImageEssentials

/// Values by their keys: the inputs of a filter, or the fields of a dictionary or an object.
struct RecipeFields: RecipeElement {
    typealias TextForm = RecipeFields

    var fields: [RecipeField]

    init(_ fields: [RecipeField]) { self.fields = fields }

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> RecipeFields {
        RecipeFields(
            try reader.array(ofBytes: 2) { reader throws(ByteReadingError) in
                RecipeField(key: try reader.text(), value: try RecipeValue.decode(from: &reader))
            })
    }

    func encode(to writer: inout ByteWriter) {
        writer.write(each: fields) { writer, field in
            writer.write(field.key)
            field.value.encode(to: &writer)
        }
    }

    func check(with check: inout RecipeCheck) throws(CIRecipeError) {
        try check.count(fields.count)
        var keys: Set<String> = []
        for field in fields {
            try field.key.check(with: &check)
            guard keys.insert(field.key).inserted else {
                throw check.malformed("\(CIRecipeError.quoted(field.key)) occurs twice; remove one")
            }
        }
    }

    func visitParts<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        for field in fields {
            var value = field.value
            try visitor.field(&value)
        }
    }
}
