import Foundation

/// Text as a picture, laid out by Pango and drawn by cairo with the installed fonts.
///
/// Glyphs aren't hinted and have fractional positions, so that a text at twice the scale is exactly twice as large, and
/// the result is the same on all machines with the same fonts. Edges are antialiased by coverage. The direction of
/// lines depends on the script, for example right to left for Arabic. Thread-safe, but only one text is laid out at a
/// time.
package struct TextPicture: Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// Rows from the top, with four bytes a pixel in the order blue, green, red, alpha; sRGB, premultiplied.
    package let pixels: Data

    /// The maximum width and height in pixels, which is cairo's limit.
    package static let longestSide = 32767
    /// The maximum number of pixels.
    package static let maximumPixelCount = 1 << 26
    /// The maximum font size in pixels.
    package static let largestFont = 8192.0

    /// Measures runs of text.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels in a point.
    ///   - padding: The number of empty pixels on every side.
    /// - Throws: `TypesettingError`.
    package static func extent(of runs: [TextRun], scale: Double, padding: Int = 0) throws(TypesettingError)
        -> TextExtent
    {
        try Typesetter.shared.extent(of: runs, scale: scale, padding: padding)
    }

    /// Draws runs of text, one after the other.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels in a point.
    ///   - padding: The number of empty pixels on every side.
    /// - Throws: `TypesettingError`.
    package init(_ runs: [TextRun], scale: Double, padding: Int = 0) throws(TypesettingError) {
        self = try Typesetter.shared.picture(of: runs, scale: scale, padding: padding)
    }

    init(width: Int, height: Int, pixels: Data) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
