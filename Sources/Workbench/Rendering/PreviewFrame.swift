import Foundation

/// Pixels for a page, which are sent as one binary message.
///
/// The message is a header of 44 bytes, its numbers little-endian, followed by the pixels:
///
/// | offset | type | meaning |
/// |---|---|---|
/// | 0 | UInt32 | 1 for the result, 2 for the picture without filters, 3 for a thumbnail, 4 for a file |
/// | 4 | UInt32 | the number of the request |
/// | 8 | UInt32 | the width in pixels |
/// | 12 | UInt32 | the height in pixels |
/// | 16 | 4 × Float | x, y, width and height of the part that is shown, in pixels of the picture |
/// | 32 | Float | the time of the rendering in milliseconds |
/// | 36 | UInt32 | 0 for pixels, 1 for a JPEG file, 2 for a PNG file, 3 for a zip file, 4 for an MP4 file |
/// | 40 | Float | the time of the clip's frame in seconds; not a number for pictures |
/// | 44 | bytes | red, green, blue and alpha of each pixel, sRGB, not premultiplied, the top row first; or the file |
package struct PreviewFrame: Sendable {
    /// What the pixels show.
    package enum Kind: UInt32, Sendable {
        /// The result of the stack.
        case after = 1
        /// The picture without filters.
        case before = 2
        /// A filter's effect on a small picture.
        case thumbnail = 3
        /// The result as a file instead of pixels.
        case file = 4
    }

    /// The form of what follows the header.
    package enum Form: UInt32, Sendable {
        case pixels = 0
        case jpeg = 1
        case png = 2
        case zip = 3
        case mp4 = 4
    }

    /// The size of the header in bytes.
    package static let headerSize = 44

    /// What the pixels show.
    package var kind: Kind
    /// The number of the request.
    package var id: UInt32
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The part that is shown, in pixels of the picture.
    package var region: CGRect
    /// The time of the rendering in milliseconds.
    package var milliseconds: Double
    /// The form of the pixels.
    package var form = Form.pixels
    /// The time of the clip's frame in seconds; nil for pictures.
    package var time: Double?
    /// The pixels, or a file.
    package var pixels: [UInt8]

    /// The header.
    package var header: [UInt8] {
        let words: [UInt32] =
            [kind.rawValue, id, UInt32(width), UInt32(height)]
            + [region.minX, region.minY, region.width, region.height, milliseconds].map { Float($0).bitPattern }
            + [form.rawValue, Float(time ?? .nan).bitPattern]
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
    }
}
