/// A colour: unpremultiplied red, green and blue, and alpha.
package struct RecipeColor: Sendable, Hashable {
    var components: [Double]
    /// The colour space; nil is the working space.
    var colorSpace: RecipeColorSpace?
}
