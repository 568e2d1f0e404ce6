/// A picture file.
package struct RecipeFile: Sendable, Hashable {
    /// The path. A relative path starts at the folder that the caller allows.
    var path: String
    /// The colour space in which the pixels are interpreted, instead of the file's own.
    var colorSpace: RecipeColorSpace?
    /// Whether the pixels are converted to the working space.
    var isColorManaged = true
}
