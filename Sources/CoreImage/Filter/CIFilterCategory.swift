/// A filter category: what an effect does, what it can be used for, or where it comes from.
public struct CIFilterCategory: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The documented string, such as `CICategoryBlur`.
    public let rawValue: String
    /// A category from its string; any string is one, as apps may have their own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A category from its string.
    public init(stringLiteral value: String) { rawValue = value }

    /// Bump, twirl, hole …
    public static let distortionEffect: Self = "CICategoryDistortionEffect"
    /// Affine transform, crop, perspective …
    public static let geometryAdjustment: Self = "CICategoryGeometryAdjustment"
    /// Source over, multiply, blend modes …
    public static let compositeOperation: Self = "CICategoryCompositeOperation"
    /// Screens of dots and lines.
    public static let halftoneEffect: Self = "CICategoryHalftoneEffect"
    /// Exposure, gamma, white point …
    public static let colorAdjustment: Self = "CICategoryColorAdjustment"
    /// Sepia, posterise, false colour …
    public static let colorEffect: Self = "CICategoryColorEffect"
    /// From one image to another.
    public static let transition: Self = "CICategoryTransition"
    /// Repeats an image over the plane.
    public static let tileEffect: Self = "CICategoryTileEffect"
    /// Makes an image from numbers.
    public static let generator: Self = "CICategoryGenerator"
    /// Makes a smooth change of colour.
    public static let gradient: Self = "CICategoryGradient"
    /// Makes an image look drawn or otherwise changed.
    public static let stylize: Self = "CICategoryStylize"
    /// Sharpens.
    public static let sharpen: Self = "CICategorySharpen"
    /// Blurs.
    public static let blur: Self = "CICategoryBlur"
    /// Sums an image up in few pixels.
    public static let reduction: Self = "CICategoryReduction"
    /// Fit for single pictures.
    public static let stillImage: Self = "CICategoryStillImage"
    /// Fit for video.
    public static let video: Self = "CICategoryVideo"
    /// Fit for interlaced video.
    public static let interlaced: Self = "CICategoryInterlaced"
    /// Fit for pixels that aren't square.
    public static let nonSquarePixels: Self = "CICategoryNonSquarePixels"
    /// Keeps values outside 0…1.
    public static let highDynamicRange: Self = "CICategoryHighDynamicRange"
    /// Supplied with Core Image.
    public static let builtIn: Self = "CICategoryBuiltIn"
    /// A filter made of other filters by a client.
    public static let filterGenerator: Self = "CICategoryFilterGenerator"
    /// Can be written to XMP metadata.
    public static let xmpSerializable: Self = "CICategoryXMPSerializable"
}
