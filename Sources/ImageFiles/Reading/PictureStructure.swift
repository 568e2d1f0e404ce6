import Foundation

/// What is wrong with a JPEG or PNG as a whole, found before a decoder opens it.
///
/// Its pixels take some bytes at least, whatever they show: a file that has fewer breaks off, and its decoder would make up the missing ones. And
/// some parts of small files take decoders long.
enum PictureStructure {
    /// Scans of a progressive JPEG; encoders write about ten, and each takes a pass over the picture.
    private static let mostScans = 100
    /// Bytes of compressed texts in a PNG, which may expand to a thousand times as many.
    private static let mostTextBytes = 256 << 10

    /// Refuses a file that can't hold the pixels it claims, or whose parts take a decoder long.
    static func check(_ bytes: EncodedBytes, _ byteCount: Int) throws(ImageFileError) {
        let head = bytes.head(26)
        if let header = PNGHeader(head) {
            try check(header.width, header.height, header.leastByteCount, byteCount, bytes.name)
            guard let data = bytes.mapped, PNGHeader.compressedTextByteCount(data) > mostTextBytes else { return }
            throw .unreadable(
                file: bytes.name,
                reason: "its compressed texts are more than \(mostTextBytes) bytes; save it without them")
        }
        guard head.starts(with: [0xFF, 0xD8]), let data = bytes.mapped, let frame = JPEGFrame(data) else { return }
        try check(frame.width, frame.height, frame.leastByteCount, byteCount, bytes.name)
        if frame.isProgressive, JPEGFrame.scanCount(data, most: mostScans) > mostScans {
            throw .unreadable(
                file: bytes.name, reason: "it is sent in more than \(mostScans) scans; save it with fewer")
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
