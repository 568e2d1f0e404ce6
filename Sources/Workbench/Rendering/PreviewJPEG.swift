import Foundation
import ImageFiles
import Pixels

/// Encodes previews that change quickly. Browsers take longer to receive raw pixels than to decode JPEG.
enum PreviewJPEG {
    private static let quality = 0.9

    /// Returns a JPEG file.
    ///
    /// - Parameters:
    ///   - pixels: Red, green, blue and alpha of each pixel, not premultiplied.
    ///   - backdrop: Red, green and blue behind pixels that aren't opaque.
    static func data(of pixels: PixelMemory, on backdrop: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        var options = ImageEncodingOptions()
        options.quality = quality
        let picture = EncodedPicture(width: width, height: height, pixelFormat: .RGB8, colorSpace: nil) {
            strip, buffer, bytesPerRow in
            for row in 0..<strip.height {
                let source = UnsafeRawPointer(pixels.base + (strip.y + row) * width * 4)
                copy(
                    source.assumingMemoryBound(to: UInt8.self),
                    to: (buffer + row * bytesPerRow).assumingMemoryBound(to: UInt8.self), count: width, on: backdrop)
            }
        }
        return Array(try ImageFileWriter.encode(picture, as: .jpeg, options: options))
    }

    private static func copy(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int, on backdrop: [UInt8]
    ) {
        let behind = (UInt32(backdrop[0]), UInt32(backdrop[1]), UInt32(backdrop[2]))
        for index in 0..<count {
            let (pixel, result) = (source + index * 4, target + index * 3)
            let alpha = UInt32(pixel[3])
            func over(_ part: UInt8, _ behind: UInt32) -> UInt8 {
                UInt8(truncatingIfNeeded: (UInt32(part) * alpha + behind * (255 - alpha) + 127) / 255)
            }
            result[0] = over(pixel[0], behind.0)
            result[1] = over(pixel[1], behind.1)
            result[2] = over(pixel[2], behind.2)
        }
    }
}
