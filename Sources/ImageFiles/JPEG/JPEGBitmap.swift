import Foundation
import Pixels

/// Decodes JPEG files whose size is known before, such as the frames of a camera.
package enum JPEGBitmap {
    /// Decodes a file into memory, as red, green and blue of 8 bits each.
    ///
    /// - Parameters:
    ///   - data: The file. Huffman tables may be missing, as they are in Motion JPEG.
    ///   - name: What the file is called in errors.
    ///   - width: The expected width.
    ///   - height: The expected height.
    ///   - pixels: Where the first row begins. There is memory for all rows.
    ///   - bytesPerRow: The distance between rows, at least three times the width.
    /// - Throws: `ImageFileError` for a damaged file, or one of another size or with another number of components.
    package static func decodeRGB(
        _ data: Data, name: String, width: Int, height: Int, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int
    ) throws(ImageFileError) {
        do throws(LibraryFailure) {
            let picture = try JPEGPicture(.memory(data, name: name))
            guard picture.width == width, picture.height == height, picture.pixelFormat == .RGB8 else {
                throw LibraryFailure(
                    message: "it isn't a picture of \(width) × \(height) pixels with three components")
            }
            try picture.makeRows().read(0..<height, into: pixels, bytesPerRow: bytesPerRow)
        } catch {
            throw .damaged(file: name, reason: error.message)
        }
    }
}
