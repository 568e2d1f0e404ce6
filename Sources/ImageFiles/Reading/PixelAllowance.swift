/// How many pixels a picture file may have.
///
/// A file of some hundred bytes can claim billions of pixels and keep a decoder busy for minutes. Without a limit of the caller's, a picture
/// is opened if one of these holds:
/// - It has at most `alwaysAllowed` pixels: even blank ones decode within seconds.
/// - It is a bilevel TIFF of at most `alwaysAllowedBilevel` pixels: blank scans in fax coding take no bytes worth mentioning, and decode ten
///   times as fast.
/// - It has at most `plausibleRatio` pixels a byte of the file.
///
/// Besides, one that can't be decoded in parts has at most `ImageFileReader.defaultPixelLimit`, and a GIF at most `largestGIF`.
struct PixelAllowance {
    /// 134 megapixels.
    static let alwaysAllowed = 1 << 27
    /// 1.07 gigapixels: a drawing of the size A0 has 0.56 at 600 dots an inch.
    static let alwaysAllowedBilevel = 1 << 30
    /// What blank pictures come to in the codings that most files have. Measured: 341 for 8-bit RGB in deflate (PNG, TIFF), 334 in LZW, 171 in JPEG.
    static let plausibleRatio = 400
    /// GIF's decoder holds its canvas whole, whose size a file of fifty bytes can state as it likes.
    static let largestGIF = 1 << 26

    let format: ImageFileFormat
    let isBilevel: Bool
    let isRandomAccess: Bool
    /// Bytes of the file.
    let byteCount: Int
    /// What the caller allows; nil for the rule.
    let callersLimit: Int?

    /// The most pixels that are allowed.
    var pixelLimit: Int {
        if let callersLimit { return callersLimit }
        if format == .gif { return Self.largestGIF }
        let always = format == .tiff && isBilevel ? Self.alwaysAllowedBilevel : Self.alwaysAllowed
        let (plausible, overflow) = byteCount.multipliedReportingOverflow(by: Self.plausibleRatio)
        let limit = max(always, overflow ? .max : plausible)
        // Parts of any picture may be decoded alone.
        return isRandomAccess ? limit : min(limit, ImageFileReader.defaultPixelLimit)
    }

    /// - Throws: `ImageFileError.tooLarge`.
    func check(width: Int, height: Int, file: String) throws(ImageFileError) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= pixelLimit else {
            throw .tooLarge(file: file, width: width, height: height, limit: pixelLimit)
        }
    }
}
