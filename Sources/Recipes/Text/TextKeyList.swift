/// Collects the keys of a part of a recipe in the text format.
struct TextKeyList: RecipeVisitor {
    typealias Failure = Never

    private(set) var keys: [TextKey] = []

    init(of part: some RecipeRecord) {
        var copy = part
        copy.visitFields(&self)
    }

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) {
        if let key { keys.append(key) }
    }

    mutating func optionalField<Element: RecipeElement>(_ value: inout Element?, _ key: TextKey?) {
        if let key { keys.append(key) }
    }
}

/// The keys of the kinds of a part of a recipe in the text format. The first key of a kind distinguishes it from the
/// others; a kind without keys isn't coded as a dictionary.
struct TextKinds<Variant: RecipeVariant>: Sendable {
    /// The kinds by their first keys.
    private(set) var byKey: [String: Variant.Kind] = [:]
    /// The keys of all kinds.
    private(set) var keys: [TextKey] = []

    init() {
        for kind in Variant.Kind.allCases {
            let list = TextKeyList(of: Variant(blank: kind)).keys
            if let first = list.first { byKey[first.stringValue] = kind }
            for key in list where !keys.contains(where: { $0.stringValue == key.stringValue }) { keys.append(key) }
        }
    }
}
