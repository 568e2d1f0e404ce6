/// An image's recipe written down: steps of which each may use only those before it, so that no cycle can be expressed.
///
/// The last step is the result. A recipe is only data: `RecipeWriter` makes it from an image, `RecipeReader` makes an image from it.
struct ImageRecipe: Sendable, Hashable {
    /// The steps, in the order in which they can be made.
    var steps: [RecipeStep]
}
