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
    ///   - reduction: The side of the squares of pixels that become one pixel, the mean of their encoded values.
    static func data(
        of pixels: PixelMemory, on backdrop: [UInt8], width: Int, height: Int, reduction: Int = 1
    ) throws -> [UInt8] {
        var options = ImageEncodingOptions()
        options.quality = quality
        let size = (width: (width + reduction - 1) / reduction, height: (height + reduction - 1) / reduction)
        let picture = EncodedPicture(width: size.width, height: size.height, pixelFormat: .RGB8, colorSpace: nil) {
            strip, buffer, bytesPerRow in
            var sums = [SIMD4<UInt32>](repeating: .zero, count: reduction == 1 ? 0 : size.width)
            for row in 0..<strip.height {
                let target = (buffer + row * bytesPerRow).assumingMemoryBound(to: UInt8.self)
                let first = (strip.y + row) * reduction
                let rows = (first..<min(first + reduction, height)).map {
                    UnsafeRawPointer(pixels.base + $0 * width * 4).assumingMemoryBound(to: UInt8.self)
                }
                if reduction == 1 {
                    copy(rows[0], to: target, count: width, on: backdrop)
                } else {
                    sums.withUnsafeMutableBufferPointer { sums in
                        reduce(rows, width: width, by: reduction, to: target, on: backdrop, sums)
                    }
                }
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
            result[0] = UInt8(truncatingIfNeeded: over(pixel[0], behind.0, alpha))
            result[1] = UInt8(truncatingIfNeeded: over(pixel[1], behind.1, alpha))
            result[2] = UInt8(truncatingIfNeeded: over(pixel[2], behind.2, alpha))
        }
    }

    /// Writes the means of squares of pixels.
    private static func reduce(
        _ rows: [UnsafePointer<UInt8>], width: Int, by reduction: Int, to target: UnsafeMutablePointer<UInt8>,
        on backdrop: [UInt8], _ sums: UnsafeMutableBufferPointer<SIMD4<UInt32>>
    ) {
        let behind = SIMD4(UInt32(backdrop[0]), UInt32(backdrop[1]), UInt32(backdrop[2]), 0)
        sums.update(repeating: .zero)
        for row in rows {
            var source = UnsafeRawPointer(row)
            for column in sums.indices {
                var sum = SIMD4<UInt32>.zero
                for _ in 0..<min(reduction, width - column * reduction) {
                    let pixel = SIMD4<UInt32>(truncatingIfNeeded: source.loadUnaligned(as: SIMD4<UInt8>.self))
                    sum &+= pixel.w == 255 ? pixel : (pixel &* pixel.w &+ behind &* (255 &- pixel.w) &+ 127) / 255
                    source += 4
                }
                sums[column] &+= sum
            }
        }
        for column in sums.indices {
            let count = UInt32(rows.count * min(reduction, width - column * reduction))
            let mean = (sums[column] &+ count / 2) / count
            let result = target + column * 3
            (result[0], result[1]) = (UInt8(truncatingIfNeeded: mean.x), UInt8(truncatingIfNeeded: mean.y))
            result[2] = UInt8(truncatingIfNeeded: mean.z)
        }
    }

    @inline(__always) private static func over(_ part: UInt8, _ behind: UInt32, _ alpha: UInt32) -> UInt32 {
        alpha == 255 ? UInt32(part) : (UInt32(part) * alpha + behind * (255 - alpha) + 127) / 255
    }
}
