/// Reads fields in the text format: the values of a dictionary.
struct TextFieldReader: RecipeVisitor {
    typealias Failure = any Error

    let fields: KeyedDecodingContainer<TextKey>

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) throws {
        guard let key else { return }
        if let fallback {
            value =
                try fields.decodeIfPresent(Element.TextForm.self, forKey: key).map(Element.init(textForm:)) ?? fallback
        } else {
            value = Element(textForm: try fields.decode(Element.TextForm.self, forKey: key))
        }
    }

    mutating func optionalField<Element: RecipeElement>(_ value: inout Element?, _ key: TextKey?) throws {
        guard let key else { return }
        value = try fields.decodeIfPresent(Element.TextForm.self, forKey: key).map(Element.init(textForm:))
    }
}
