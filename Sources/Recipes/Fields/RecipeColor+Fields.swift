extension RecipeColor: RecipeRecord {
    static let blank = RecipeColor(components: [], colorSpace: nil)

    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.field(&components, "color")
        try visitor.require(components.count == 4, "a colour has four components")
        try visitor.optionalField(&colorSpace, "colorSpace")
    }
}
