/// A value that a field of a recipe can have: its forms in text and bytes, and its check.
protocol RecipeElement: Equatable {
    /// The type that is coded in the text format.
    associatedtype TextForm: Codable

    /// Creates the value from its form in text.
    init(textForm: TextForm)
    /// The form in text.
    var textForm: TextForm { get }

    /// The minimum size in the binary format, in bytes.
    static var minimumBytes: Int { get }
    /// Reads the value, which must still be validated by `RecipeCheck`.
    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Self
    /// Writes the value in the binary format.
    func encode(to writer: inout ByteWriter)

    /// Checks the value itself, but not its fields and elements.
    func check(with check: inout RecipeCheck) throws(CIRecipeError)
    /// Visits the fields and elements.
    func visitParts<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

extension RecipeElement {
    static var minimumBytes: Int { 1 }
    func check(with check: inout RecipeCheck) throws(CIRecipeError) {}
    func visitParts<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {}
}

extension RecipeElement where TextForm == Self {
    init(textForm: Self) { self = textForm }
    var textForm: Self { self }
}
