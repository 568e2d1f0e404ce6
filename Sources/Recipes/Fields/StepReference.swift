/// The index of an earlier step, whose image is used.
struct StepReference: RecipeElement {
    var index: Int
}

extension StepReference {
    typealias TextForm = Int

    init(textForm: Int) { index = textForm }
    var textForm: Int { index }

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> StepReference {
        StepReference(index: try reader.integer())
    }
    func encode(to writer: inout ByteWriter) { writer.write(index) }
    func visitParts<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.reference(toStep: index)
    }
}
