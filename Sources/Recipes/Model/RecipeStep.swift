import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// A step of a recipe. The integers are indices of earlier steps.
package enum RecipeStep: Sendable, Hashable {
    /// A placeholder for an image that is supplied when the recipe is used.
    case image(name: String)
    /// A picture file.
    case file(RecipeFile)
    /// A bitmap.
    case bitmap(RecipeBitmap)
    /// An infinite image of one colour.
    case constant(RecipeColor)
    /// An image cropped to a rectangle.
    case crop(Int, CGRect)
    /// An image cropped to a rectangle, with its edge pixels extended infinitely.
    case clamp(Int, CGRect)
    /// An image under an affine transform.
    case transform(Int, CGAffineTransform, Interpolation)
    /// An image with its colours multiplied by alpha.
    case premultiply(Int)
    /// An image with its colours divided by alpha.
    case unpremultiply(Int)
    /// An image converted from one colour space to another; nil is the working space.
    case convert(Int, from: RecipeColorSpace?, to: RecipeColorSpace?)
    /// An image with the interpolation for sampling it.
    case sampling(Int, Interpolation)
    /// An image with the headroom of its content.
    case headroom(Int, Float)
    /// An image with a hint to the renderer to keep its pixels as an intermediate.
    case intermediate(Int)
    /// An image whose pixels are the averages of blocks of pixels.
    case average(Int, columns: Int, rows: Int)
    /// The result of a kernel.
    case kernel(RecipeKernel)
    /// The output of a filter.
    case filter(RecipeFilter)
    /// The result of a processor in another process, identified by a number. Used only between a unit's process and its
    /// host.
    case processor(RecipeProcessor)
    /// An image whose rendering throws this text.
    case failure(String)
}
