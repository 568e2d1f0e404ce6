import CoreImageEssentials

/// The data of an image's recipe: a list of steps. Each step can refer only to earlier steps, so that cycles are
/// impossible.
///
/// The last step is the result. `RecipeWriter` creates a recipe from an image, and `RecipeReader` creates an image from
/// a recipe.
package struct ImageRecipe: Sendable, Hashable {
    /// The steps, in an order in which they can be evaluated.
    package var steps: [RecipeStep]
}
