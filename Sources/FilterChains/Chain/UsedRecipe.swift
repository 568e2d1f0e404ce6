import CoreImage

/// A stored recipe with all its inputs except the picture.
package struct UsedRecipe: Sendable {
    private let recipe: CIRecipe
    /// Pictures for the recipe's other image placeholders, by name.
    private let images: [String: CIImage]
    /// The pictures that the recipe may read from files.
    private let access: CIRecipe.PictureAccess

    package init(recipe: CIRecipe, images: [String: CIImage], access: CIRecipe.PictureAccess) {
        (self.recipe, self.images, self.access) = (recipe, images, access)
    }

    /// Returns the recipe's result for a picture.
    package func image(of source: CIImage?) throws -> CIImage {
        var given = images
        if let source, given[CIRecipe.imageName] == nil { given[CIRecipe.imageName] = source }
        return try recipe.image(given, pictures: access)
    }
}
