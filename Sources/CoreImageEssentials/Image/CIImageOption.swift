/// A key of the options that an image is created with.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's string.
    public let rawValue: String

    /// Creates a key from its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The colour space of the pixels, a `CGColorSpace` that replaces the source's own. `NSNull` turns colour
    /// management off for the image.
    public static let colorSpace = CIImageOption(rawValue: "CIImageColorSpace")
    /// The metadata that becomes the image's `properties` in place of the source's, a dictionary with string keys.
    public static let properties = CIImageOption(rawValue: "CIImageProperties")
    /// Whether the image is turned upright according to its orientation property, a Boolean. The default is false.
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
    /// Whether the image is sampled at the nearest pixel instead of being interpolated, a Boolean. The default is
    /// false.
    public static let nearestSampling = CIImageOption(rawValue: "CIImageNearestSampling")
    /// Whether an image of a pixel buffer is cropped to the clean aperture that is attached to the buffer, and moved so
    /// that its lower left corner is at the origin; a Boolean. The default is false. Other images ignore it.
    public static let applyCleanAperture = CIImageOption(rawValue: "CIImageApplyCleanAperture")
    /// The size of the tiles in which pixels are requested from an image provider: a `CIVector` of width and height, a
    /// `CGSize`, or one number for both, in pixels from 1 to 1 048 576.
    public static let providerTileSize = CIImageOption(rawValue: "CIImageProviderTileSize")
    /// An object that is passed to the image provider with every request.
    public static let providerUserInfo = CIImageOption(rawValue: "CIImageProviderUserInfo")
    /// The largest number of pixels that a picture file may have, at least 1. It also limits the work of drawing SVG,
    /// to 64 steps of about a nanosecond per pixel.
    ///
    /// The default is 2²⁷ (134 megapixels), or 400 pixels for each byte of a larger file, up to 2³². For bilevel TIFF
    /// the default is up to 2³⁰, and GIF is limited to 2²⁶. Raise the limit for trusted files only: a file of some
    /// hundred bytes can claim billions of pixels. Only this library has this option.
    public static let pixelLimit = CIImageOption(rawValue: "CIImagePixelLimit")
    /// Whether camera RAW is opened as the small preview picture inside the file, a Boolean. The default is false:
    /// camera RAW is refused. Only this library has this option.
    public static let rawPreview = CIImageOption(rawValue: "CIImageRawPreview")
    /// Whether a picture file that is only shown smaller may be decoded at a fraction of its size, a Boolean. The
    /// default is false.
    ///
    /// It applies to JPEG files, WebP files without alpha, and TIFF files with a pyramid of smaller pictures, that
    /// `CILanczosScaleTransform` or `CIBicubicScaleTransform` makes smaller, with nothing before that but crops, turns
    /// and `clampedToExtent()`. This takes less time and memory, and differences to a picture that is decoded in full
    /// are mostly below one code of 255; the article "Reading picture files" states them. By default pixels are those
    /// of the file, because programs compare and measure them, and because an image that is rendered at several scales
    /// is then decoded once. Only this library has this option.
    public static let reducedDecoding = CIImageOption(rawValue: "CIImageReducedDecoding")
}
