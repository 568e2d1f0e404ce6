import Foundation

/// Checks the structure of a JPEG or PNG before a decoder opens it.
///
/// Coded pixels have a minimum size. A file that is smaller is truncated, and a decoder would invent the missing
/// pixels. Also, some parts of small files can take a decoder a long time.
enum PictureStructure {
    /// Maximum number of scans in a progressive JPEG. Encoders write about ten, and each needs a pass over the picture.
    private static let maximumScanCount = 100
    /// Maximum size of the compressed texts in a PNG, in bytes. They may expand to a thousand times this size.
    private static let maximumTextByteCount = 256 << 10

    /// Refuses a file that is too small for its pixels, or with parts that take a decoder a long time.
    static func check(_ bytes: EncodedBytes, _ byteCount: Int) throws(ImageFileError) {
        let head = bytes.head(26)
        if let header = PNGHeader(head) {
            try check(header.width, header.height, header.minimumByteCount, byteCount, bytes.name)
            guard let data = bytes.mapped, PNGHeader.compressedTextByteCount(data) > maximumTextByteCount else {
                return
            }
            throw .unreadable(
                file: bytes.name,
                reason: "its compressed texts are more than \(maximumTextByteCount) bytes; save it without them")
        }
        guard head.starts(with: [0xFF, 0xD8]), let data = bytes.mapped, let frame = JPEGFrame(data) else { return }
        try check(frame.width, frame.height, frame.minimumByteCount, byteCount, bytes.name)
        if frame.isProgressive, JPEGFrame.scanCount(data, most: maximumScanCount) > maximumScanCount {
            throw .unreadable(
                file: bytes.name, reason: "it is sent in more than \(maximumScanCount) scans; save it with fewer")
        }
    }

    private static func check(
        _ width: Int, _ height: Int, _ least: Int, _ byteCount: Int, _ file: String
    ) throws(ImageFileError) {
        guard least <= byteCount else {
            throw .damaged(
                file: file, reason: "\(width) × \(height) pixels take at least \(least) bytes, but it has \(byteCount)")
        }
    }
}
