import Foundation
import Pixels

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
