import Foundation

/// What the pixels of a JPEG or PNG take at least, whatever they show: a file that has fewer bytes breaks off, which is known before its
/// decoder makes up the missing pixels.
enum LeastLength {
    /// Refuses a file that can't hold the pixels it claims.
    static func check(_ bytes: EncodedBytes, _ byteCount: Int) throws(ImageFileError) {
        let head = bytes.head(26)
        let claim: (width: Int, height: Int, least: Int)
        if let header = PNGHeader(head) {
            claim = (header.width, header.height, header.leastByteCount)
        } else if head.starts(with: [0xFF, 0xD8]), let frame = bytes.mapped.flatMap(JPEGFrame.init) {
            claim = (frame.width, frame.height, frame.leastByteCount)
        } else {
            return
        }
        guard claim.least <= byteCount else {
            throw .damaged(
                file: bytes.name,
                reason:
                    "\(claim.width) × \(claim.height) pixels take at least \(claim.least) bytes, but it has \(byteCount)"
            )
        }
    }
}
