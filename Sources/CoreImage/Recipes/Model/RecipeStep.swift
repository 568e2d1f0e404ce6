import Foundation
import ImageGraph
import Pixels

/// A step of a recipe. Whole numbers are places of earlier steps, counted from 0.
enum RecipeStep: Sendable, Hashable {
    /// An image that is given when the recipe is used.
    case image(name: String)
    /// A picture file.
    case file(RecipeFile)
    /// Pixels.
    case bitmap(RecipeBitmap)
    /// One colour everywhere.
    case constant(RecipeColor)
    /// The part of an image inside a rectangle.
    case crop(Int, CGRect)
    /// The part of an image inside a rectangle, its edge pixels repeated for ever.
    case clamp(Int, CGRect)
    /// An image under an affine map.
    case transform(Int, CGAffineTransform, Interpolation)
    /// Colours multiplied by alpha.
    case premultiply(Int)
    /// Colours divided by alpha.
    case unpremultiply(Int)
    /// Colours from one space to another; nil is the working space.
    case convert(Int, from: RecipeColorSpace?, to: RecipeColorSpace?)
    /// The image with the way it is sampled by what reads it next.
    case sampling(Int, Interpolation)
    /// The image with the headroom of its content.
    case headroom(Int, Float)
    /// The image with the hint that a rendering should keep its pixels.
    case intermediate(Int)
    /// Every pixel the average of a block of pixels.
    case average(Int, columns: Int, rows: Int)
    /// A kernel over images and numbers.
    case kernel(RecipeKernel)
    /// A filter with its inputs' values.
    case filter(RecipeFilter)
    /// Machine code that stays where it is, known by a number; only between a unit's process and its host.
    case processor(RecipeProcessor)
    /// An image whose rendering throws this text.
    case failure(String)

    /// Calls `body` with the place of every step that this one uses.
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

/// A picture file as a recipe names it.
struct RecipeFile: Sendable, Hashable {
    /// Where it is; a relative path counts from the folder that whoever uses the recipe allows.
    var path: String
    /// The space that its numbers are taken for, instead of the one that it names itself.
    var colorSpace: RecipeColorSpace?
    /// False leaves its numbers alone.
    var isColorManaged = true
}

/// Pixels in a recipe: rows from the top down without gaps.
struct RecipeBitmap: Sendable, Hashable {
    var width: Int
    var height: Int
    /// The format's name, such as `RGBA8`.
    var format: String
    var colorSpace: RecipeColorSpace?
    var alpha: AlphaState
    /// False leaves the numbers alone.
    var isColorManaged: Bool
    var pixels: Data
}

/// A colour: red, green, blue, not premultiplied, and alpha.
struct RecipeColor: Sendable, Hashable {
    var components: [Double]
    /// Nil is the working space.
    var colorSpace: RecipeColorSpace?
}

/// A computation of another process.
struct RecipeProcessor: Sendable, Hashable {
    /// What the process knows it by.
    var number: Int
    var name: String
    var inputs: [Int]
    var extent: CGRect
}
