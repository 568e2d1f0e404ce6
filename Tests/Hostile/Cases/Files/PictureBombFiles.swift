import Foundation

/// Pictures that this library's encoders don't produce.
package enum PictureBombFiles {
    /// Returns an all-black grayscale PNG with one bit per pixel and maximum compression. If `rows` is given, it
    /// contains fewer rows than its header says.
    package static func png(width: Int, height: Int, rows: Int? = nil) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        file += chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [1, 0, 0, 0, 0])
        file += chunk("IDAT", zeros((rows ?? height) * (1 + (width + 7) / 8)))
        file += chunk("IEND", [])
        return file
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    /// Returns a chunk of a PNG, with its checksum.
    package static func chunk(_ type: String, _ body: [UInt8]) -> Data {
        let checked = Array(type.utf8) + body
        return Data(bigEndian(UInt32(body.count)) + checked + bigEndian(checksum(checked)))
    }

    /// Returns the CRC-32 of PNG chunks.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = (0..<256).map { (index: UInt32) -> UInt32 in
            var remainder = index
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? 0xEDB8_8320 ^ (remainder >> 1) : remainder >> 1 }
            return remainder
        }
        var remainder = ~UInt32(0)
        for byte in bytes { remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8) }
        return ~remainder
    }

    /// Returns a zlib stream of `count` zeros, rounded up to whole runs of 258: a literal, then runs that repeat the
    /// previous byte.
    static func zeros(_ count: Int) -> [UInt8] {
        let runs = max(0, count - 1 + 257) / 258
        var bytes: [UInt8] = [0x78, 0x01]
        var (pending, pendingCount) = (UInt32(0), 0)
        bytes.reserveCapacity(runs * 13 / 8 + 16)
        func put(_ bits: UInt32, _ count: Int) {
            pending |= bits << UInt32(pendingCount)
            pendingCount += count
            while pendingCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingCount -= 8
            }
        }
        put(0b011, 3)  // Last block, with fixed codes.
        put(0b0000_1100, 8)  // The literal 0, whose code is 00110000, highest bit first.
        for _ in 0..<runs { put(0b00000_10100011, 13) }  // A run of 258 (11000101) at distance 1 (00000).
        put(0, 7)  // End of block.
        put(0, 7)
        // The Adler-32 checksum of zeros: 1 in the low half, the number of bytes in the high half.
        let checksum = UInt32((1 + runs * 258) % 65_521) << 16 | 1
        bytes += bigEndian(checksum)
        return bytes
    }

    /// Returns a TIFF with one strip or tile, whose offset is beyond the end of the file.
    static func tiff(width: UInt32, height: UInt32, isTiled: Bool) -> Data {
        var entries: [(UInt16, UInt32)] = [(256, width), (257, height), (258, 8), (259, 1), (262, 1)]
        let tiles: [(UInt16, UInt32)] = [(277, 1), (322, 256), (323, 256), (324, 4096), (325, 65_536)]
        let strips: [(UInt16, UInt32)] = [(273, 4096), (277, 1), (278, height), (279, 65_536)]
        entries += isTiled ? tiles : strips
        return directory(entries, next: 0)
    }

    static var loopingTIFF: Data { directory([(254, 0), (330, 8), (34_665, 8), (34_853, 8)], next: 8) }

    private static func directory(_ entries: [(tag: UInt16, value: UInt32)], next: UInt32) -> Data {
        func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
            withUnsafeBytes(of: number.littleEndian) { Data($0) }
        }
        var file = Data([0x49, 0x49, 42, 0, 8, 0, 0, 0]) + little(UInt16(entries.count))
        for entry in entries { file += little(entry.tag) + little(UInt16(4)) + little(UInt32(1)) + little(entry.value) }
        return file + little(next)
    }

    static var gif: Data {
        let image: [UInt8] = [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x44, 1, 0, 0x3B]
        return Data(
            Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0] + [UInt8](repeating: 0, count: 6) + image)
    }

    static var heif: Data {
        let size = [UInt8](repeating: 0xFF, count: 8)
        return Data([0, 0, 0, 1] + Array("ftyp".utf8) + size + Array("heicmif1".utf8))
    }

    static var exr: Data {
        func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0] + Array(type.utf8) + [0, UInt8(value.count), 0, 0, 0] + value
        }
        let window: [UInt8] = [0, 0, 0, 0x80, 0, 0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F]
        let channel: [UInt8] = Array("R".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]
        let parts: [[UInt8]] = [
            [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0], attribute("channels", "chlist", channel),
            attribute("compression", "compression", [0]),
            attribute("dataWindow", "box2i", window), attribute("displayWindow", "box2i", window),
            attribute("lineOrder", "lineOrder", [0]),
            attribute("pixelAspectRatio", "float", [0, 0, 0x80, 0x3F]),
            attribute("screenWindowCenter", "v2f", [UInt8](repeating: 0, count: 8)),
            attribute("screenWindowWidth", "float", [0, 0, 0x80, 0x3F]), [0],
        ]
        return Data(parts.flatMap(\.self))
    }
}
