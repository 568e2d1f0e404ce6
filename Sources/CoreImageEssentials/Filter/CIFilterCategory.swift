/// A filter category: the effect, its uses, or the filter's origin.
public struct CIFilterCategory: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The string of the category, such as `CICategoryBlur`.
    public let rawValue: String
    /// Creates a category from its string. Any string is valid; applications may define categories.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a category from its string.
    public init(stringLiteral value: String) { rawValue = value }

    /// Filters that distort geometry, such as bump, twirl and hole.
    public static let distortionEffect = Self(rawValue: kCICategoryDistortionEffect)
    /// Filters that change geometry, such as affine transform, crop and perspective.
    public static let geometryAdjustment = Self(rawValue: kCICategoryGeometryAdjustment)
    /// Filters that combine two images, such as source over, multiply and the blend modes.
    public static let compositeOperation = Self(rawValue: kCICategoryCompositeOperation)
    /// Filters that draw an image as a screen of dots or lines.
    public static let halftoneEffect = Self(rawValue: kCICategoryHalftoneEffect)
    /// Filters that adjust colours, such as exposure, gamma and white point.
    public static let colorAdjustment = Self(rawValue: kCICategoryColorAdjustment)
    /// Filters that change colours for effect, such as sepia, posterise and false colour.
    public static let colorEffect = Self(rawValue: kCICategoryColorEffect)
    /// Filters that go from one image to another over time.
    public static let transition = Self(rawValue: kCICategoryTransition)
    /// Filters that repeat an image over the plane.
    public static let tileEffect = Self(rawValue: kCICategoryTileEffect)
    /// Filters that create an image from numbers.
    public static let generator = Self(rawValue: kCICategoryGenerator)
    /// Filters that create a smooth change of colour.
    public static let gradient = Self(rawValue: kCICategoryGradient)
    /// Filters that make an image look drawn or otherwise stylised.
    public static let stylize = Self(rawValue: kCICategoryStylize)
    /// Filters that sharpen.
    public static let sharpen = Self(rawValue: kCICategorySharpen)
    /// Filters that blur.
    public static let blur = Self(rawValue: kCICategoryBlur)
    /// Filters that reduce an image to few pixels, such as its average or histogram.
    public static let reduction = Self(rawValue: kCICategoryReduction)
    /// Filters that suit still images.
    public static let stillImage = Self(rawValue: kCICategoryStillImage)
    /// Filters that suit video.
    public static let video = Self(rawValue: kCICategoryVideo)
    /// Filters that suit interlaced video.
    public static let interlaced = Self(rawValue: kCICategoryInterlaced)
    /// Filters that suit pixels that are not square.
    public static let nonSquarePixels = Self(rawValue: kCICategoryNonSquarePixels)
    /// Filters that keep values outside 0…1.
    public static let highDynamicRange = Self(rawValue: kCICategoryHighDynamicRange)
    /// Filters supplied with Core Image.
    public static let builtIn = Self(rawValue: kCICategoryBuiltIn)
    /// Filters that a client made of other filters.
    public static let filterGenerator = Self(rawValue: kCICategoryFilterGenerator)
    /// Filters that can be written to XMP metadata.
    public static let xmpSerializable: Self = "CICategoryXMPSerializable"
}
