import CoreImage

/// A stored recipe with all that it is given but the picture.
struct UsedRecipe {
    let recipe: CIRecipe
    /// Pictures for the recipe's images, by name.
    let images: [String: CIImage]
    /// Which pictures the recipe may read.
    let access: CIRecipe.PictureAccess

    /// What the recipe makes of the picture.
    func image(of source: CIImage?) throws -> CIImage {
        var given = images
        if let source, given[CIRecipe.imageName] == nil { given[CIRecipe.imageName] = source }
        return try recipe.image(given, pictures: access)
    }
}
