extension RecipeFile: RecipeRecord {
    mutating func visitFields<Visitor: RecipeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.field(&path, "file")
        try visitor.optionalField(&colorSpace, "colorSpace")
        try visitor.field(&isColorManaged, "colorManaged", omitting: true)
    }
}
