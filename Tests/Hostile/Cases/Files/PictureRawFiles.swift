import Foundation

/// Camera RAW files of a few hundred bytes: the structure of each family, with a preview of 16 × 12 pixels and a
/// missing sensor image of 640 × 480.
package enum PictureRawFiles {
    private typealias Entry = (tag: UInt16, type: UInt16, values: [UInt32])

    private struct Writer {
        var isLittleEndian = true
        var isBig = false

        func number(_ value: UInt64, bytes count: Int) -> [UInt8] {
            let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
            return isLittleEndian ? little : little.reversed()
        }

        /// Returns a directory at offset `base`, followed by the values that don't fit into its entries.
        func directory(_ entries: [Entry], base: Int) -> [UInt8] {
            let (width, inline) = isBig ? (8, 8) : (4, 4)
            let step = 4 + 2 * width
            var body = number(UInt64(entries.count), bytes: isBig ? 8 : 2)
            let tailStart = base + body.count + step * entries.count + width
            var tail: [UInt8] = []
            for entry in entries.sorted(by: { $0.tag < $1.tag }) {
                let size = [1: 1, 2: 1, 3: 2, 4: 4][entry.type] ?? 4
                let raw = entry.values.flatMap { number(UInt64($0), bytes: size) }
                body += number(UInt64(entry.tag), bytes: 2) + number(UInt64(entry.type), bytes: 2)
                body += number(UInt64(entry.values.count), bytes: width)
                if raw.count <= inline {
                    body += raw + [UInt8](repeating: 0, count: inline - raw.count)
                } else {
                    body += number(UInt64(tailStart + tail.count), bytes: width)
                    tail += raw + (raw.count % 2 == 1 ? [0] : [])
                }
            }
            return body + [UInt8](repeating: 0, count: width) + tail
        }
    }

    /// Returns a TIFF whose first image is small, with another image in a SubIFD.
    ///
    /// - Parameters:
    ///   - photometric: The photometric interpretation of the other image: 32803 (colour filter array), 34892
    ///     (LinearRaw) or 2 (RGB).
    ///   - subfileType: The subfile type of the first image: 1 for a preview, 0 for a full image.
    ///   - other: The width and height of the other image.
    ///   - mark: The bytes after the header.
    package static func tiff(
        make: String = "", isDNG: Bool = false, photometric: UInt32 = 32_803, subfileType: UInt32 = 1,
        other: (UInt32, UInt32) = (640, 480), isLittleEndian: Bool = true, isBig: Bool = false, mark: [UInt8] = []
    ) -> Data {
        let writer = Writer(isLittleEndian: isLittleEndian, isBig: isBig)
        let base = (isBig ? 16 : 8) + mark.count
        func first(_ strip: Int, _ sub: Int) -> [UInt8] {
            var entries: [Entry] = [
                (254, 4, [subfileType]), (256, 4, [16]), (257, 4, [12]), (258, 3, [8, 8, 8]), (259, 3, [1]),
                (262, 3, [2]), (273, 4, [UInt32(strip)]), (277, 3, [3]), (278, 4, [12]), (279, 4, [576]),
                (330, 4, [UInt32(sub)]),
            ]
            if !make.isEmpty { entries.append((271, 2, make.utf8.map { UInt32($0) } + [0])) }
            if isDNG { entries.append((50_706, 1, [1, 4, 0, 0])) }
            return writer.directory(entries, base: base)
        }
        let strip = base + first(0, 0).count
        let sub = strip + 576
        let second = writer.directory(
            [
                (254, 4, [subfileType == 1 ? 0 : 1]), (256, 4, [other.0]), (257, 4, [other.1]), (258, 3, [16]),
                (259, 3, [1]), (262, 3, [photometric]), (273, 4, [0]), (277, 3, [1]), (278, 4, [other.1]),
                (279, 4, [0]),
            ], base: sub)
        var header: [UInt8] = Array((isLittleEndian ? "II" : "MM").utf8)
        header += writer.number(isBig ? 43 : 42, bytes: 2)
        if isBig { header += writer.number(8, bytes: 2) + writer.number(0, bytes: 2) }
        header += writer.number(UInt64(base), bytes: isBig ? 8 : 4)
        let preview = (0..<576).map { UInt8($0 % 251) }
        return Data(header + mark + first(strip, sub) + preview + second)
    }

    /// Returns a file that begins with these bytes, followed by zeros.
    package static func head(_ bytes: [UInt8]) -> Data { Data(bytes + [UInt8](repeating: 0, count: 512)) }

    /// Returns an ISO base media file with this brand.
    package static func boxes(brand: String) -> Data {
        Data([0, 0, 0, 24] + Array("ftyp".utf8) + Array(brand.utf8) + [0, 0, 0, 1] + Array("\(brand)isom".utf8))
            + Data([0, 0, 0, 8] + Array("moov".utf8))
    }
}
