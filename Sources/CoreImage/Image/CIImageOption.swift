/// A key of the options with which an image is made.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// The key with that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The colour space of the pixels (a `CGColorSpace`), instead of the one that the source names; `NSNull` leaves the
    /// numbers alone.
    public static let colorSpace = CIImageOption(rawValue: "CIImageColorSpace")
    /// Metadata (a dictionary) that becomes the image's `properties`, instead of the source's.
    public static let properties = CIImageOption(rawValue: "CIImageProperties")
    /// Whether the image is turned upright by its orientation property (a Boolean; false when left out).
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
    /// Whether the image is sampled at the nearest pixel instead of between pixels (a Boolean; false when left out).
    public static let nearestSampling = CIImageOption(rawValue: "CIImageNearestSampling")
    /// Tile size (a `CIVector` of width and height, or a number) in which an image provider is asked for pixels.
    public static let providerTileSize = CIImageOption(rawValue: "CIImageProviderTileSize")
    /// An object handed to the image provider with every request.
    public static let providerUserInfo = CIImageOption(rawValue: "CIImageProviderUserInfo")
    /// Most pixels (a number) that a picture file may have, with the work that a drawing (SVG) may take: 64 steps of about a nanosecond for each.
    ///
    /// When left out, 134 megapixels and more for large files; see `ImageFileReader.open(url:pixelLimit:rawPreview:)`. Raise it for files that can
    /// be trusted: a file of some hundred bytes can claim billions of pixels. Not in Apple's Core Image.
    public static let pixelLimit = CIImageOption(rawValue: "CIImagePixelLimit")
    /// Whether camera RAW is opened as the small picture inside that was made to be shown in lists (a Boolean; false when left out, which refuses
    /// camera RAW). Not in Apple's Core Image.
    public static let rawPreview = CIImageOption(rawValue: "CIImageRawPreview")
}
