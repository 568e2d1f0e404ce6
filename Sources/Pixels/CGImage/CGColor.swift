import Foundation

/// A colour: components in a colour space, and alpha. Components are not premultiplied. Immutable.
public final class CGColor: Sendable, Hashable {
    /// The colour space of the components.
    public let colorSpace: CGColorSpace?
    /// The colour components followed by alpha.
    public let components: [CGFloat]?

    /// Creates a colour from its components and alpha; nil if their number doesn't fit the space.
    /// `init(checkingColorSpace:components:)` throws the reason instead.
    public convenience init?(colorSpace: CGColorSpace, components: [CGFloat]) {
        try? self.init(checkingColorSpace: colorSpace, components: components)
    }

    /// Creates a colour from its components and alpha.
    ///
    /// The throwing variant of `init(colorSpace:components:)`.
    ///
    /// - Throws: `ColorSpaceError.wrongComponentCount`.
    public init(checkingColorSpace colorSpace: CGColorSpace, components: [CGFloat]) throws(ColorSpaceError) {
        let expected = colorSpace.numberOfComponents + 1
        guard components.count == expected else {
            throw .wrongComponentCount(space: "\(colorSpace)", expected: expected, given: components.count)
        }
        (self.colorSpace, self.components) = (colorSpace, components)
    }

    /// Creates a colour from a C array of components and alpha, as callers of Core Graphics pass it.
    public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        colorSpace = space
        self.components = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
    }

    /// Creates a colour in sRGB.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
        components = [red, green, blue, alpha]
    }

    /// Creates a colour in sRGB.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a gray with a gamma of 2.2.
    public init(gray: CGFloat, alpha: CGFloat) {
        colorSpace = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)
        components = [gray, alpha]
    }

    /// Creates a colour from amounts of ink, without a profile.
    public init(genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        colorSpace = .deviceCMYK
        components = [cyan, magenta, yellow, black, alpha]
    }

    /// Opaque black.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// Opaque white.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Transparent black.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// Opacity, 0…1.
    public var alpha: CGFloat { components?.last ?? 1 }

    /// Number of components, including alpha.
    public var numberOfComponents: Int { components?.count ?? 0 }

    /// Returns the same colour with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        guard let colorSpace, let components else { return nil }
        return CGColor(colorSpace: colorSpace, components: Array(components.dropLast()) + [alpha])
    }

    /// Returns the colour in another space; nil if a space's profile can't be used.
    public func converted(
        to space: CGColorSpace, intent: CGColorRenderingIntent, options: [String: Any]?
    ) -> CGColor? {
        guard let colorSpace, let components, let conversion = try? ColorConversion(from: colorSpace, to: space) else {
            return nil
        }
        var pixel = SIMD4<Float>(0, 0, 0, 1)
        for (index, value) in components.dropLast().prefix(4).enumerated() { pixel[index] = Float(value) }
        if colorSpace.model == .monochrome { (pixel.y, pixel.z) = (pixel.x, pixel.x) }
        let result = conversion.apply(pixel)
        let values = (0..<space.numberOfComponents).map { CGFloat(result[$0]) }
        return CGColor(colorSpace: space, components: values + [alpha])
    }

    /// Whether both colours have equal components in equal spaces.
    public static func == (a: CGColor, b: CGColor) -> Bool {
        a.colorSpace == b.colorSpace && a.components == b.components
    }

    /// Hashes the space and the components.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(colorSpace)
        hasher.combine(components)
    }
}
