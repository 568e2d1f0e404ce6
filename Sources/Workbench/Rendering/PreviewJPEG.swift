import Foundation
import ImageFiles
import Pixels

/// Encodes previews that change quickly. Browsers take longer to receive raw pixels than to decode JPEG.
enum PreviewJPEG {
    /// Below 0.9, chroma has half the resolution, which halves the time of encoding and of decoding.
    private static let quality = 0.85

    /// Returns a JPEG file.
    ///
    /// - Parameters:
    ///   - pixels: Red, green, blue and alpha of each pixel, not premultiplied.
    ///   - backdrop: Red, green and blue behind pixels that aren't opaque.
    static func data(
        of pixels: PixelMemory, on backdrop: [UInt8], width: Int, height: Int
    ) throws -> [UInt8] {
        var options = ImageEncodingOptions()
        options.quality = quality
        let picture = EncodedPicture(width: width, height: height, pixelFormat: .RGB8, colorSpace: nil) {
            strip, buffer, bytesPerRow in
            for row in 0..<strip.height {
                let source = UnsafeRawPointer(pixels.base + (strip.y + row) * width * 4)
                let target = buffer + row * bytesPerRow
                copy(
                    source.assumingMemoryBound(to: UInt8.self), to: target.assumingMemoryBound(to: UInt8.self),
                    count: width, on: backdrop)
            }
        }
        return Array(try ImageFileWriter.encode(picture, as: .jpeg, options: options))
    }

    private static func copy(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int, on backdrop: [UInt8]
    ) {
        // Most rows are opaque, and need no arithmetic.
        var alphas: UInt8 = 255
        for index in 0..<count { alphas &= source[index * 4 + 3] }
        if alphas == 255 {
            for index in 0..<count {
                let (pixel, result) = (source + index * 4, target + index * 3)
                (result[0], result[1], result[2]) = (pixel[0], pixel[1], pixel[2])
            }
            return
        }
        let behind = (UInt32(backdrop[0]), UInt32(backdrop[1]), UInt32(backdrop[2]))
        for index in 0..<count {
            let (pixel, result) = (source + index * 4, target + index * 3)
            let alpha = UInt32(pixel[3])
            result[0] = UInt8(truncatingIfNeeded: over(pixel[0], behind.0, alpha))
            result[1] = UInt8(truncatingIfNeeded: over(pixel[1], behind.1, alpha))
            result[2] = UInt8(truncatingIfNeeded: over(pixel[2], behind.2, alpha))
        }
    }

    @inline(__always) private static func over(_ part: UInt8, _ behind: UInt32, _ alpha: UInt32) -> UInt32 {
        alpha == 255 ? UInt32(part) : (UInt32(part) * alpha + behind * (255 - alpha) + 127) / 255
    }
}
