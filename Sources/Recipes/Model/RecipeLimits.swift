import CoreImageEssentials
import UntrustedInput

/// The size limits of recipes: far above those of real recipes, but low enough to bound the time for reading a hostile
/// one.
enum RecipeLimits {
    /// The maximum number of steps.
    static let steps = 100_000
    /// The maximum number of values: inputs, arguments, fields and array elements in total.
    static let values = 2_000_000
    /// The maximum nesting depth of values.
    static let depth = 16
    /// The maximum size of a string, such as a kernel's source, a name or a path, in bytes of UTF-8.
    static let textBytes = 1 << 20
    /// The maximum total size of all bitmaps, data and profiles, in bytes.
    static let dataBytes = 1 << 28
    /// The maximum size of a picture that is written into a recipe, in bytes.
    static let writtenBitmapBytes = 1 << 26
    /// The maximum size of a recipe's file or message, in bytes.
    static let encodedBytes = 1 << 29
    /// The limits of the text format, in which each value and each step is a few nested elements.
    static let text = TextLimits(bytes: encodedBytes, depth: 4 * depth, values: 4 * values)
}
