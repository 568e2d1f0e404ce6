import ImageGraph

/// An image input of a kernel in a recipe, with a region of interest to test.
struct RegionPlace: Hashable {
    /// The kernel's node in the recipe.
    let node: ObjectIdentifier
    /// The index of the kernel's image, from 0.
    let input: Int
}
