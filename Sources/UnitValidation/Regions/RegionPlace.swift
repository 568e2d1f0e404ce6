import ImageGraph

/// An image input of a kernel or processor in a recipe, with a region of interest to test.
struct RegionPlace: Hashable {
    /// The step's node in the recipe.
    let node: ObjectIdentifier
    /// The index of the step's image, from 0.
    let input: Int
}
