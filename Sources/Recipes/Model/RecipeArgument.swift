import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

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
