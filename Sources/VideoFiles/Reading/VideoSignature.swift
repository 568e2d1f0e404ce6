import Foundation

/// Recognises video files by their first bytes.
package enum VideoSignature {
    /// The number of bytes that ``isVideo(_:)`` needs.
    package static let length = 400

    /// Brands of the same kind of file as MP4 that are still pictures.
    private static let pictureBrands: Set = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis", "avio", "jxl ", "crx ",
    ]
    private static let boxes: Set = ["moov", "mdat", "wide", "free", "skip", "pnot", "moof", "styp", "sidx"]

    /// Whether a file that begins with these bytes is a video file, and not a picture. Animated pictures are pictures.
    package static func isVideo(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes.prefix(length))
        func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + signature.count && Array(bytes[offset..<offset + signature.count]) == signature
        }
        func text(_ range: Range<Int>) -> String {
            bytes.count >= range.upperBound ? String(decoding: bytes[range], as: UTF8.self) : ""
        }
        if text(4..<8) == "ftyp" {
            // The main brand, a version, and the other brands that the file conforms to.
            let end = min(bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, bytes.count)
            let brands = [8] + stride(from: 16, through: end - 4, by: 4)
            return !brands.contains { pictureBrands.contains(text($0..<$0 + 4)) }
        }
        if boxes.contains(text(4..<8)) { return true }
        if isYUV4MPEG(bytes) || text(0..<3) == "FLV" || text(0..<4) == "OggS" || text(0..<4) == "DKIF" { return true }
        if text(0..<4) == "RIFF", text(8..<12) == "AVI " { return true }
        // Matroska and WebM, ASF, NUT, MXF, and streams of MPEG.
        if begins([0x1A, 0x45, 0xDF, 0xA3]) || begins([0x30, 0x26, 0xB2, 0x75]) { return true }
        if text(0..<25) == "nut/multimedia container\0" || begins([0x06, 0x0E, 0x2B, 0x34]) { return true }
        if begins([0, 0, 1, 0xBA]) || begins([0, 0, 1, 0xB3]) { return true }
        // Raw H.264 and HEVC begin with a start code and a set of parameters.
        for start in [[0, 0, 0, 1], [0, 0, 1]] as [[UInt8]] where begins(start) && bytes.count > start.count {
            let unit = bytes[start.count]
            if [0x67, 0x27, 0x47, 0x09, 0x40, 0x46].contains(unit) { return true }
        }
        // Packets of a transport stream, with a time before each in AVCHD.
        return [(0, 188), (4, 192)].contains { offset, distance in
            (0..<2).allSatisfy { begins([0x47], at: offset + $0 * distance) }
        }
    }

    /// Whether a stream begins as YUV4MPEG2.
    package static func isYUV4MPEG(_ bytes: some Sequence<UInt8>) -> Bool {
        Array(bytes.prefix(9)) == Array("YUV4MPEG2".utf8)
    }

    /// Whether the file at a path is a video file. False if it can't be read, or isn't a regular file.
    package static func isVideo(path: String) -> Bool { start(ofFile: path).map { isVideo($0) } ?? false }

    /// Returns the first bytes of a regular file; nil if it can't be opened, with the reason in `errno`. Other kinds of
    /// files have none, as opening them could wait forever.
    package static func start(ofFile path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return [] }
        var bytes = [UInt8](repeating: 0, count: length)
        let count = pread(file, &bytes, length, 0)
        return Array(bytes.prefix(max(count, 0)))
    }
}
