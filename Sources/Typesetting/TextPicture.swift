import Foundation

/// Text as a picture: laid out by Pango, with glyphs from the installed fonts, drawn by cairo.
///
/// Glyphs aren't hinted and stand at fractions of pixels, so that a text at twice the scale is twice as large, and the same everywhere where the same fonts
/// are. Edges are smoothed by coverage. Lines run as the script wants it, from right to left for Arabic. Thread-safe; one text is set at a time.
public struct TextPicture: Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Rows from the top, four bytes a pixel: blue, green, red, alpha; sRGB, multiplied by alpha.
    public let pixels: Data

    /// Most pixels along a side: cairo's limit.
    public static let longestSide = 32767
    /// Most pixels.
    public static let mostPixels = 1 << 26
    /// Largest font in pixels.
    public static let largestFont = 8192.0

    /// Measures runs of text.
    ///
    /// - Parameters:
    ///   - scale: Pixels in a point.
    ///   - padding: Empty pixels on every side.
    /// - Throws: `TypesettingError`.
    public static func extent(of runs: [TextRun], scale: Double, padding: Int = 0) throws(TypesettingError)
        -> TextExtent
    {
        try Typesetter.shared.extent(of: runs, scale: scale, padding: padding)
    }

    /// Draws runs of text, one after the other.
    ///
    /// - Parameters:
    ///   - scale: Pixels in a point.
    ///   - padding: Empty pixels on every side.
    /// - Throws: `TypesettingError`.
    public init(_ runs: [TextRun], scale: Double, padding: Int = 0) throws(TypesettingError) {
        self = try Typesetter.shared.picture(of: runs, scale: scale, padding: padding)
    }

    init(width: Int, height: Int, pixels: Data) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
