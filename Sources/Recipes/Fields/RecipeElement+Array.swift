extension Array: RecipeElement where Element: RecipeElement {
    typealias TextForm = [Element.TextForm]

    init(textForm: [Element.TextForm]) { self = textForm.map(Element.init(textForm:)) }
    var textForm: [Element.TextForm] { map(\.textForm) }

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> [Element] {
        try reader.array(ofBytes: Element.minimumBytes) { reader throws(ByteReadingError) in
            try Element.decode(from: &reader)
        }
    }
    func encode(to writer: inout ByteWriter) { writer.write(each: self) { $1.encode(to: &$0) } }

    func check(with check: inout RecipeCheck) throws(CIRecipeError) { try check.count(count) }
    func visitParts<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        for element in self {
            var copy = element
            try visitor.field(&copy)
        }
    }
}
