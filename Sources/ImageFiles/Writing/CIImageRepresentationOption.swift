// Core Image's clients write `kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption` as well as
// `CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)`. Two constants of one
// name and different types make both compile, but only from two modules that don't import each other's names; so the
// option's type stands here and the text in `Pixels`.

/// A key of the options with which an image is encoded.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// The key with that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Quality of lossy formats, a number from 0 (smallest) to 1 (best, and lossless where the format can be). When
    /// left out, 0.85 for JPEG, WebP and JPEG XL, 0.5 for HEIC and 0.65 for AVIF, which differ as little from the
    /// picture.
    public static let lossyCompressionQuality = CIImageRepresentationOption(
        rawValue: "kCGImageDestinationLossyCompressionQuality")
    /// Exif orientation to store, a number from 1 to 8, in place of the image's own.
    public static let orientation = CIImageRepresentationOption(rawValue: "Orientation")
}

/// Quality of lossy formats as an option of `CIContext`'s representation methods.
public let kCGImageDestinationLossyCompressionQuality = CIImageRepresentationOption.lossyCompressionQuality
