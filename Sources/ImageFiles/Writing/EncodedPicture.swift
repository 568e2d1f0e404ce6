import Foundation
import Pixels

/// A picture to be encoded: its size, its pixel format, and a closure that produces its pixels in strips.
package struct EncodedPicture: Sendable {
    /// Produces the pixels of `strip`, which is as wide as the picture, and whose rows are counted from the top left
    /// corner.
    ///
    /// `buffer` has space for the strip's rows, `bytesPerRow` apart. Calls are in order from the top down, one at a
    /// time, possibly on another thread. An error ends the encoding, which throws it.
    package typealias ProduceStrip =
        @Sendable (
            _ strip: PixelRect, _ buffer: UnsafeMutableRawPointer, _ bytesPerRow: Int
        ) throws -> Void

    /// The number of columns.
    package var width: Int
    /// The number of rows.
    package var height: Int
    /// The format of the pixels that the closure produces: `l`, `la`, `rgb` or `rgba` channels. Alpha is
    /// unpremultiplied (premultiplied for OpenEXR).
    package var pixelFormat: PixelFormat
    /// The colour space of the pixels, whose profile is embedded; nil embeds none.
    package var colorSpace: CGColorSpace?
    /// Produces the pixels.
    package var produce: ProduceStrip
    /// The animation, if the picture is a stack of frames; nil for a still picture.
    package var animation: PictureAnimation?

    /// Creates a picture.
    package init(
        width: Int, height: Int, pixelFormat: PixelFormat, colorSpace: CGColorSpace?,
        animation: PictureAnimation? = nil, produce: @escaping ProduceStrip
    ) {
        (self.width, self.height, self.pixelFormat) = (width, height, pixelFormat)
        (self.colorSpace, self.animation, self.produce) = (colorSpace, animation, produce)
    }
}
