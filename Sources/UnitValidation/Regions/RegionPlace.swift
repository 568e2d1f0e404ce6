import ImageGraph

/// An image that a kernel of a recipe reads: where a region of interest may be wrong.
struct RegionPlace: Hashable {
    /// The kernel's step in the recipe.
    let node: ObjectIdentifier
    /// Which of the kernel's images, counted from 0.
    let input: Int
}
