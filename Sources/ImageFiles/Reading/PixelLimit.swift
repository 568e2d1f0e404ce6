/// The limit for the number of pixels in a picture file.
///
/// A file of a few hundred bytes can claim billions of pixels and keep a decoder busy for minutes. If the caller sets
/// no limit, a picture is opened if one of these conditions holds:
/// - It has at most `alwaysAllowed` pixels: even blank ones decode within seconds.
/// - It is a bilevel TIFF of at most `alwaysAllowedBilevel` pixels: blank scans in fax coding take almost no bytes, and
///   decode ten times as fast.
/// - It has at most `plausibleRatio` pixels per byte of the file.
///
/// In addition, a picture that can't be decoded in parts may have at most `ImageFileReader.defaultPixelLimit` pixels,
/// and a GIF at most the `maximumPixelCount` of its record.
struct PixelLimit {
    /// 134 megapixels.
    static let alwaysAllowed = 1 << 27
    /// 1.07 gigapixels. A drawing of size A0 has 0.56 gigapixels at 600 dots per inch.
    static let alwaysAllowedBilevel = 1 << 30
    /// The number of pixels per byte of blank pictures in common codings. Measured: 341 for 8-bit RGB in deflate (PNG,
    /// TIFF), 334 in LZW, 171 in JPEG.
    static let plausibleRatio = 400

    let format: ImageFileFormat
    let isBilevel: Bool
    let isRandomAccess: Bool
    /// The size of the file in bytes.
    let byteCount: Int
    /// The limit that the caller sets; nil to apply the rules above.
    let explicitLimit: Int?

    /// The maximum number of pixels.
    var pixelCount: Int {
        if let explicitLimit { return explicitLimit }
        if let maximum = format.record.maximumPixelCount { return maximum }
        let always = isBilevel && format.record.hasBilevelCoding ? Self.alwaysAllowedBilevel : Self.alwaysAllowed
        let (plausible, overflow) = byteCount.multipliedReportingOverflow(by: Self.plausibleRatio)
        let limit = max(always, overflow ? .max : plausible)
        // With random access, parts can be decoded alone, so the size isn't limited further.
        return isRandomAccess ? limit : min(limit, ImageFileReader.defaultPixelLimit)
    }

    /// Checks the size of a picture.
    ///
    /// - Throws: `ImageFileError.tooLarge`.
    func check(width: Int, height: Int, file: String) throws(ImageFileError) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= pixelCount else {
            throw .tooLarge(file: file, width: width, height: height, limit: pixelCount)
        }
    }
}
