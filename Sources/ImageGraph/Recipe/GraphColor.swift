import Pixels

/// A colour with its colour space, not yet converted to a working space.
public struct GraphColor: Sendable, Hashable {
    /// Red, green, blue (not premultiplied) and alpha.
    public var components: SIMD4<Float>
    /// The components' colour space; nil if they are working-space values.
    public var colorSpace: CGColorSpace?

    /// Creates a colour from its components and their space.
    public init(components: SIMD4<Float>, colorSpace: CGColorSpace?) {
        (self.components, self.colorSpace) = (components, colorSpace)
    }
}
