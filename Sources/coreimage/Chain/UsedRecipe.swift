import CoreImage

/// A stored recipe with all its inputs except the picture.
struct UsedRecipe {
    let recipe: CIRecipe
    /// Pictures for the recipe's other image placeholders, by name.
    let images: [String: CIImage]
    /// The pictures that the recipe may read from files.
    let access: CIRecipe.PictureAccess

    /// Returns the recipe's result for a picture.
    func image(of source: CIImage?) throws -> CIImage {
        var given = images
        if let source, given[CIRecipe.imageName] == nil { given[CIRecipe.imageName] = source }
        return try recipe.image(given, pictures: access)
    }
}
