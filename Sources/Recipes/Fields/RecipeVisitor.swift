/// Visits the fields of a part of a recipe in the order of the binary format.
///
/// Each part describes its fields once, in `RecipeRecord.visitFields`. Visitors read, write and check them: the text
/// format with `TextFieldReader` and `TextFieldWriter`, the binary format with `ByteReader` and `ByteWriter`.
protocol RecipeVisitor {
    /// The errors of this visitor.
    associatedtype Failure: Error

    /// Visits the byte that begins a part of several kinds in the binary format. The text format has no such field.
    mutating func kind<Kind: RawRepresentable<UInt8>>(_ kind: Kind) throws(Failure)

    /// Visits a field.
    ///
    /// - Parameters:
    ///   - key: The key in the text format; nil for a field that text states without a key or can't state.
    ///   - fallback: The value for a text without the key; nil if the key is required.
    ///   - isOmitted: Whether a value equal to `fallback` isn't written into text.
    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) throws(Failure)

    /// Visits a field that may have no value.
    mutating func optionalField<Element: RecipeElement>(_ value: inout Element?, _ key: TextKey?) throws(Failure)

    /// Visits the index of a step whose image is used.
    mutating func reference(toStep index: Int) throws(Failure)

    /// States a condition that valid fields fulfil, and the reason for refusing others.
    mutating func require(
        _ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String
    ) throws(Failure)

    /// Begins the fields of a value, which can contain other values.
    mutating func beginValue() throws(Failure)

    /// Ends the fields of a value.
    mutating func endValue()
}

extension RecipeVisitor {
    mutating func kind<Kind: RawRepresentable<UInt8>>(_ kind: Kind) throws(Failure) {}
    mutating func reference(toStep index: Int) throws(Failure) {}
    mutating func require(
        _ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String
    ) throws(Failure) {}
    mutating func beginValue() throws(Failure) {}
    mutating func endValue() {}

    /// Visits a required field.
    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey? = nil
    ) throws(Failure) {
        try field(&value, key, default: nil, isOmitted: false)
    }

    /// Visits a field with a default value, which is written into text nevertheless.
    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey, default fallback: Element
    ) throws(Failure) {
        try field(&value, key, default: fallback, isOmitted: false)
    }

    /// Visits a field that isn't written into text if it has its default value.
    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey, omitting fallback: Element
    ) throws(Failure) {
        try field(&value, key, default: fallback, isOmitted: true)
    }

    /// Visits the field with the index of a step whose image is used.
    mutating func image(_ index: inout Int, _ key: TextKey) throws(Failure) {
        var reference = StepReference(index: index)
        try field(&reference, key)
        index = reference.index
    }
}
