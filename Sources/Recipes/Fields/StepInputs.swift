/// Collects the indices of the steps that a part of a recipe uses.
struct StepInputs: RecipeVisitor {
    typealias Failure = Never

    /// The indices, in the order of the fields.
    private(set) var indices: [Int] = []

    init(of part: some RecipeElement) { part.visitParts(&self) }

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) {
        value.visitParts(&self)
    }

    mutating func optionalField<Element: RecipeElement>(_ value: inout Element?, _ key: TextKey?) {
        value?.visitParts(&self)
    }

    mutating func reference(toStep index: Int) { indices.append(index) }
}
