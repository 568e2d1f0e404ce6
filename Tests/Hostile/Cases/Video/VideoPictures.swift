import CoreImage
import Foundation
import ImageFiles
import Pixels

/// Pictures that are the frames of videos in the cases.
enum VideoPictures {
    /// Returns different JPEG files of one size, as the frames of a video.
    static func frames(_ count: Int = 12, width: Int = 64, height: Int = 48) throws -> [[UInt8]] {
        try (0..<count).map { try jpeg(width: width, height: height, number: $0) }
    }

    /// Returns a JPEG file of stripes, which move with `number`.
    static func jpeg(width: Int, height: Int, number: Int = 0) throws -> [UInt8] {
        let picture = EncodedPicture(
            width: width, height: height, pixelFormat: .RGB8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
        ) { strip, buffer, bytesPerRow in
            for y in 0..<strip.height {
                for x in 0..<strip.width {
                    for channel in 0..<3 {
                        buffer.storeBytes(
                            of: UInt8(truncatingIfNeeded: (x + number * 5) &* 3 ^ (strip.y + y) &* 7 ^ channel &* 83),
                            toByteOffset: y * bytesPerRow + x * 3 + channel, as: UInt8.self)
                    }
                }
            }
        }
        return [UInt8](try ImageFileWriter.encode(picture, as: .jpeg))
    }

    /// Returns a gray JPEG whose header states a size, and whose data are few zeros.
    static func grayJPEG(width: Int, height: Int) -> [UInt8] {
        [UInt8](
            PictureLimitFiles.jpeg(
                width: width, height: height, isProgressive: false,
                scans: [(first: 0, last: 63, approximation: 0, byteCount: min(width * height / 256 + 16, 1 << 20))]))
    }
}

/// Numbers as the bytes of a file.
enum VideoBytes {
    static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
