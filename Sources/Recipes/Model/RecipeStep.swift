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

    /// Calls `body` with the index of every step that this one uses.
    func forEachInput(_ body: (Int) throws -> Void) rethrows {
        switch self {
        case .image, .file, .bitmap, .constant, .failure: break
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .premultiply(let image),
            .unpremultiply(let image), .convert(let image, _, _), .sampling(let image, _), .headroom(let image, _),
            .intermediate(let image), .average(let image, _, _):
            try body(image)
        case .kernel(let kernel):
            for argument in kernel.arguments {
                if case .image(let sampled) = argument { try body(sampled.step) }
            }
        case .filter(let filter): for input in filter.inputs { try input.value.forEachImage(body) }
        case .processor(let processor): for image in processor.inputs { try body(image) }
        }
    }
}

/// A picture file.
package struct RecipeFile: Sendable, Hashable {
    /// The path. A relative path starts at the folder that the caller allows.
    var path: String
    /// The colour space in which the pixels are interpreted, instead of the file's own.
    var colorSpace: RecipeColorSpace?
    /// Whether the pixels are converted to the working space.
    var isColorManaged = true
}

/// A bitmap in a recipe: rows from the top down without gaps.
package struct RecipeBitmap: Sendable, Hashable {
    var width: Int
    var height: Int
    /// The format's name, such as `RGBA8`.
    var format: String
    var colorSpace: RecipeColorSpace?
    var alpha: AlphaState
    /// Whether the pixels are converted to the working space.
    var isColorManaged: Bool
    var pixels: Data
}

/// A colour: unpremultiplied red, green and blue, and alpha.
package struct RecipeColor: Sendable, Hashable {
    var components: [Double]
    /// The colour space; nil is the working space.
    var colorSpace: RecipeColorSpace?
}

/// A processor in another process.
package struct RecipeProcessor: Sendable, Hashable {
    /// The number that identifies the processor in the other process.
    package var number: Int
    package var name: String
    var inputs: [Int]
    package var extent: CGRect
}
