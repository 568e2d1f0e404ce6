import Foundation

/// A processor has no form in text, so its fields have no keys.
extension RecipeProcessor: RecipeRecord {
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        var references = inputs.map(StepReference.init(index:))
        try visitor.field(&number)
        try visitor.field(&name)
        try visitor.field(&references)
        try visitor.field(&extent)
        inputs = references.map(\.index)
    }
}
