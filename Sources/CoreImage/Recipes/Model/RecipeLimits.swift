import UntrustedInput

/// How much a recipe may hold: far more than any made by hand, and little enough that reading a hostile one ends soon.
enum RecipeLimits {
    /// Steps.
    static let steps = 100_000
    /// Values of inputs, arguments, fields and elements of arrays in all.
    static let values = 2_000_000
    /// Values inside each other.
    static let depth = 16
    /// Bytes of one text: a kernel's source, a name, a path.
    static let textBytes = 1 << 20
    /// Bytes of all bitmaps, data and profiles.
    static let dataBytes = 1 << 28
    /// Bytes of a picture that is written into a recipe.
    static let writtenBitmapBytes = 1 << 26
    /// Bytes of a recipe's file or message.
    static let encodedBytes = 1 << 29
    /// Of a recipe as text, in which each value and each step is a few elements inside each other.
    static let text = TextLimits(bytes: encodedBytes, depth: 4 * depth, values: 4 * values)
}
