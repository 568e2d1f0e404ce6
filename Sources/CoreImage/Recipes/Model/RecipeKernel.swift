import Foundation
import ImageGraph
import Pixels

/// A kernel with its arguments, as text and numbers: it is compiled again when the recipe is read.
struct RecipeKernel: Sendable, Hashable {
    /// The kernel's name in its source.
    var name: String
    /// The text that it stands in.
    var source: String
    /// File that diagnostics name.
    var file: String
    /// Line of `file` on which the text begins.
    var firstLine: Int
    /// Whether it must not be compiled to machine code.
    var isSandboxed: Bool
    /// One for each parameter, and the image that a warp kernel warps.
    var arguments: [RecipeArgument]
    /// Where the result is defined.
    var extent: CGRect
    /// What it reads of its images.
    var region: RecipeRegion
}

/// An argument of a kernel.
enum RecipeArgument: Sendable, Hashable {
    /// The components of a number, a vector or a matrix.
    case numbers([Float])
    /// A colour.
    case color(RecipeColor)
    /// An image.
    case image(RecipeSampledImage)
}

/// An image as a kernel samples it.
struct RecipeSampledImage: Sendable, Hashable {
    /// The step that makes it.
    var step: Int
    /// The sampler's own map.
    var transform = CGAffineTransform.identity
    var interpolation = Interpolation.linear
    var wrap = WrapMode.transparent
    /// The space in which the kernel sees it; nil is the working space.
    var colorSpace: RecipeColorSpace?
}

/// What a kernel reads of its images to compute a part of its result.
enum RecipeRegion: Sendable, Hashable {
    /// One of the shapes that have a name.
    case shape(CIKernelRegion.Identity)
    /// A function of another process, known by a number; only between a unit's process and its host.
    case function(Int)
}
