import Foundation

/// Small files that need much time or memory to decode.
package enum PictureLimitFiles {
    private static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Returns a grayscale JPEG whose coded data are zeros. Each of `scans` has the first and the last coefficient, two
    /// nibbles of successive approximation, and a number of bytes.
    package static func jpeg(
        width: Int, height: Int, isProgressive: Bool,
        scans: [(first: Int, last: Int, approximation: UInt8, byteCount: Int)], padding: Int = 0
    ) -> Data {
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        file += [0xFF, isProgressive ? 0xC2 : 0xC0, 0, 11, 8] + big16(height) + big16(width) + [1, 1, 0x11, 0]
        // Huffman tables in which a zero bit codes a DC difference of 0 or, for AC coefficients, the end of a block. In
        // progressive files it codes the end of a run of 16384 blocks, followed by 14 bits.
        file += [0xFF, 0xC4, 0, 20, 0x00, 1] + [UInt8](repeating: 0, count: 15) + [0]
        file += [0xFF, 0xC4, 0, 21, 0x10, 1, 1] + [UInt8](repeating: 0, count: 14) + [isProgressive ? 0xE0 : 0, 1]
        for scan in scans {
            file += [0xFF, 0xDA, 0, 8, 1, 1, 0, UInt8(scan.first), UInt8(scan.last), scan.approximation]
            file += [UInt8](repeating: 0, count: scan.byteCount)
        }
        return Data(file + [0xFF, 0xD9] + [UInt8](repeating: 0, count: padding))
    }

    /// A progressive JPEG of 4000 × 4000 pixels that refines each coefficient ten times.
    static var scans: Data {
        let blocks = 500 * 500
        // No more bytes than the bits need, because decoders report surplus bytes.
        let runs = ((blocks + 16_383) / 16_384 * 15 + 7) / 8
        var scans = [(first: 0, last: 0, approximation: UInt8(0), byteCount: (blocks + 7) / 8)]
        for coefficient in 1...63 {
            scans.append((first: coefficient, last: coefficient, approximation: 13, byteCount: runs))
            for bit in 3..<13 {
                scans.append(
                    (
                        first: coefficient, last: coefficient, approximation: UInt8((16 - bit) << 4 | (15 - bit)),
                        byteCount: runs
                    ))
            }
        }
        return jpeg(width: 4000, height: 4000, isProgressive: true, scans: scans)
    }

    /// Returns a PNG of a few pixels with compressed text chunks, each of which expands to `count` bytes.
    package static func png(texts: Int, expandingTo count: Int) -> Data {
        let text = Array("Comment".utf8) + [0, 0] + PictureBombFiles.zeros(count)
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        file += PictureBombFiles.chunk(
            "IHDR", PictureBombFiles.bigEndian(4) + PictureBombFiles.bigEndian(4) + [8, 0, 0, 0, 0])
        for _ in 0..<texts { file += PictureBombFiles.chunk("zTXt", text) }
        file += PictureBombFiles.chunk("IDAT", PictureBombFiles.zeros(258))
        return file + PictureBombFiles.chunk("IEND", [])
    }

    /// Returns a TIFF with tiles, or strips of 1024 rows, which all have the same data.
    static func sharing(width: UInt32, height: UInt32, tile: UInt32?, data: [UInt8], compression: UInt32) -> Data {
        let count = tile.map { ((width + $0 - 1) / $0) * ((height + $0 - 1) / $0) } ?? (height + 1023) / 1024
        var entries: [(tag: UInt16, count: UInt32, value: UInt32)] = [
            (256, 1, width), (257, 1, height), (258, 1, 8), (259, 1, compression), (262, 1, 1), (277, 1, 1),
        ]
        let start = UInt32(8 + 2 + 12 * 10 + 4)
        let (offsets, lengths, bytes) = (start, start + 4 * count, start + 8 * count)
        if let tile {
            entries += [(322, 1, tile), (323, 1, tile), (324, count, offsets), (325, count, lengths)]
        } else {
            entries += [(273, count, offsets), (278, 1, 1024), (279, count, lengths), (284, 1, 1)]
        }
        var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(UInt16(entries.count))
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            file += little(entry.tag) + little(UInt16(4)) + little(entry.count) + little(entry.value)
        }
        file += little(UInt32(0))
        for _ in 0..<count { file += little(bytes) }
        for _ in 0..<count { file += little(UInt32(data.count)) }
        return Data(file + data)
    }

    /// A TIFF of 4 × 4 pixels with a thousand tags whose values are the same megabyte.
    static var metadata: Data {
        let fixed: [(UInt16, UInt32)] = [
            (256, 4), (257, 4), (258, 8), (259, 1), (262, 1), (273, 0), (277, 1), (278, 4), (279, 16),
        ]
        let (count, size) = (1000, 1 << 20)
        let blob = UInt32(8 + 2 + 12 * (fixed.count + count) + 4)
        var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(UInt16(fixed.count + count))
        for (tag, value) in fixed {
            file += little(tag) + little(UInt16(4)) + little(UInt32(1)) + little(tag == 273 ? blob : value)
        }
        // The tag Copyright, with values of type SRATIONAL.
        for _ in 0..<count {
            file += little(UInt16(33_432)) + little(UInt16(10)) + little(UInt32(size / 8)) + little(blob)
        }
        return Data(file + little(UInt32(0)) + [UInt8](repeating: 1, count: size))
    }

    /// Returns a lossless WebP of one colour, whose pixels take no bits.
    static func webp(width: Int, height: Int) -> Data {
        var bits = UInt64(0)
        var (place, body) = (0, [UInt8]())
        func put(_ value: Int, _ count: Int) {
            bits |= UInt64(value) << UInt64(place)
            place += count
            while place >= 8 {
                body.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                place -= 8
            }
        }
        put(0x2F, 8)
        put(width - 1, 14)
        put(height - 1, 14)
        put(0, 1)  // No alpha.
        put(0, 3)  // Version 0.
        put(0, 1)  // No transform.
        put(0, 1)  // No colour cache.
        put(0, 1)  // One group of prefix codes.
        for _ in 0..<5 {
            put(1, 1)  // Simple prefix code.
            put(0, 1)  // One symbol.
            put(0, 1)  // The symbol takes one bit.
            put(0, 1)  // Symbol 0.
        }
        put(0, 16)
        if body.count % 2 == 1 { body.append(0) }
        let chunk = Array("VP8L".utf8) + little(UInt32(body.count)) + body
        return Data(Array("RIFF".utf8) + little(UInt32(chunk.count + 4)) + Array("WEBP".utf8) + chunk)
    }

    /// An OpenEXR with a chunk of 256 rows that would take a gigabyte, but contains no data.
    static var wideEXR: Data {
        func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0] + Array(type.utf8) + [0] + little(UInt32(value.count)) + value
        }
        let window = little(Int32(0)) + little(Int32(0)) + little(Int32(499_999)) + little(Int32(255))
        let channels: [UInt8] = ["B", "G", "R"].flatMap { (name: String) -> [UInt8] in
            Array(name.utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        }
        let one: [UInt8] = [0, 0, 0x80, 0x3F]
        let header: [[UInt8]] = [
            [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0], attribute("channels", "chlist", channels + [0]),
            attribute("compression", "compression", [9]), attribute("dataWindow", "box2i", window),
            attribute("displayWindow", "box2i", window), attribute("lineOrder", "lineOrder", [0]),
            attribute("pixelAspectRatio", "float", one),
            attribute("screenWindowCenter", "v2f", [UInt8](repeating: 0, count: 8)),
            attribute("screenWindowWidth", "float", one), [0],
        ]
        let bytes = header.flatMap(\.self)
        return Data(
            bytes + little(UInt64(bytes.count + 8)) + little(Int32(0)) + little(Int32(10))
                + [UInt8](repeating: 0, count: 10))
    }

    /// A JPEG XL of 2³⁰ × 2³⁰ pixels: the longest form of the size, then nothing.
    static var hugeJXL: Data { Data([0xFF, 0x0A] + [0xFE] + [UInt8](repeating: 0xFF, count: 12)) }

    /// Returns a gzip file that expands to the head of an SVG, followed by `spaces` zero bytes. It ends with zlib's
    /// trailer instead of gzip's, which a bounded reader never reaches.
    static func gzip(spaces: Int) -> Data {
        let head = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">".utf8)
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        // A stored block that isn't the last one, before the only block of the zeros.
        file += [0] + little(UInt16(head.count)) + little(~UInt16(head.count)) + head
        return Data(file + PictureBombFiles.zeros(spaces).dropFirst(2))
    }
}
