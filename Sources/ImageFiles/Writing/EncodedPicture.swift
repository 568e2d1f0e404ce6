import Foundation
import Pixels

/// A picture to be encoded: its size, the kind of pixels, and a closure that makes them strip by strip.
public struct EncodedPicture: Sendable {
    /// Makes the pixels of `strip`, which counts rows from the top left corner and is as wide as the picture.
    ///
    /// `buffer` has room for the strip's rows, `bytesPerRow` apart. Calls come in order from the top down, one at a time, perhaps
    /// on another thread. An error ends the writing and is thrown by it.
    public typealias ProduceStrip =
        @Sendable (
            _ strip: PixelRect, _ buffer: UnsafeMutableRawPointer, _ bytesPerRow: Int
        ) throws -> Void

    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// How the closure stores pixels: `l`, `la`, `rgb` or `rgba` channels. Alpha is unpremultiplied (premultiplied for OpenEXR).
    public var pixelFormat: PixelFormat
    /// Space of the pixels, whose profile is embedded; nil embeds none.
    public var colorSpace: CGColorSpace?
    /// Makes the pixels.
    public var produce: ProduceStrip
    /// Set where the picture is a stack of frames to be played; nil for a picture that stands still.
    public var animation: PictureAnimation?

    /// A picture from its parts.
    public init(
        width: Int, height: Int, pixelFormat: PixelFormat, colorSpace: CGColorSpace?,
        animation: PictureAnimation? = nil, produce: @escaping ProduceStrip
    ) {
        (self.width, self.height, self.pixelFormat) = (width, height, pixelFormat)
        (self.colorSpace, self.animation, self.produce) = (colorSpace, animation, produce)
    }
}
