// Clients of Core Image write `kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption` as well as
// `CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)`. Both compile if there
// are two constants of the same name and different types, in two modules that don't import each other's names. The
// constant of the option's type is therefore here, and the string in `Pixels`.

/// A key of the options for encoding an image.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// Creates a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The quality of lossy formats, a number from 0 (smallest) to 1 (best, and lossless if the format supports it).
    /// The default is 0.85 for JPEG, WebP and JPEG XL, 0.5 for HEIC and 0.65 for AVIF; these give similar errors.
    public static let lossyCompressionQuality = CIImageRepresentationOption(
        rawValue: "kCGImageDestinationLossyCompressionQuality")
    /// The Exif orientation to store, a number from 1 to 8, instead of the image's own.
    public static let orientation = CIImageRepresentationOption(rawValue: "Orientation")
}

/// The quality of lossy formats, as an option of `CIContext`'s representation methods.
public let kCGImageDestinationLossyCompressionQuality = CIImageRepresentationOption.lossyCompressionQuality
