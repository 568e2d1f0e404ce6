import Pixels

/// A colour with its colour space, not yet converted to a working space.
package struct GraphColor: Sendable, Hashable {
    /// Red, green, blue (not premultiplied) and alpha.
    package var components: SIMD4<Float>
    /// The components' colour space; nil if they are working-space values.
    package var colorSpace: CGColorSpace?

    /// Creates a colour from its components and their space.
    package init(components: SIMD4<Float>, colorSpace: CGColorSpace?) {
        (self.components, self.colorSpace) = (components, colorSpace)
    }
}
