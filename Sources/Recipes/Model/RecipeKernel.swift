import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// A kernel with its arguments, as text and numbers. It is compiled when the recipe is read.
package struct RecipeKernel: Sendable, Hashable {
    /// The kernel's name in its source.
    var name: String
    /// The source text that contains the kernel.
    package var source: String
    /// The file name for diagnostics.
    var file: String
    /// The line of `file` on which the source text begins, for diagnostics.
    var firstLine: Int
    /// Whether the kernel must be interpreted rather than compiled to machine code.
    var isSandboxed: Bool
    /// An argument for each parameter, and the input image of a warp kernel.
    var arguments: [RecipeArgument]
    /// The extent of the result.
    var extent: CGRect
    /// The region of interest of its images.
    package var region: RecipeRegion
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

/// An image with the settings of its sampler.
struct RecipeSampledImage: Sendable, Hashable {
    /// The index of the step that makes the image.
    var step: Int
    /// The sampler's affine transform.
    var transform = CGAffineTransform.identity
    var interpolation = Interpolation.linear
    var wrap = WrapMode.transparent
    /// The colour space in which the kernel reads the image; nil is the working space.
    var colorSpace: RecipeColorSpace?
}

/// The region of interest of a kernel's images, as a function of the output region.
package enum RecipeRegion: Sendable, Hashable {
    /// One of the predefined shapes of `CIKernelRegion`.
    case shape(CIKernelRegion.Identity)
    /// The number of a region function in another process. Used only between a unit's process and its host.
    case function(Int)
}
