/// Writes fields in the text format: the values of a dictionary.
struct TextFieldWriter: RecipeVisitor {
    typealias Failure = any Error

    var fields: KeyedEncodingContainer<TextKey>

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) throws {
        guard let key, !isOmitted || value != fallback else { return }
        try fields.encode(value.textForm, forKey: key)
    }

    mutating func optionalField<Element: RecipeElement>(_ value: inout Element?, _ key: TextKey?) throws {
        guard let key else { return }
        try fields.encodeIfPresent(value?.textForm, forKey: key)
    }
}
