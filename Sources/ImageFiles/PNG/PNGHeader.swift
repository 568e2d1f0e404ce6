import Foundation

/// The header of a PNG (ISO/IEC 15948, section 11.2.1).
struct PNGHeader {
    let width: Int
    let height: Int
    let bitsPerPixel: Int

    /// Reads the header; nil if the file is not a PNG, or has invalid values.
    init?(_ head: Data) {
        let bytes = Array(head.prefix(26))
        guard bytes.count == 26, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].bigEndianNumber }
        guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(bytes[25])], (1...16).contains(bytes[24]) else {
            return nil
        }
        (width, height, bitsPerPixel) = (number(16), number(20), channels * Int(bytes[24]))
        guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else { return nil }
    }

    /// The minimum number of bytes of the coded pixels: deflate takes at least two bits for 258 bytes.
    var minimumByteCount: Int {
        let row = 1 + (width * bitsPerPixel + 7) / 8
        let (total, overflow) = row.multipliedReportingOverflow(by: height)
        return overflow ? .max : total / 1032
    }

    /// Returns the total size of the chunks with compressed text, which decoders expand when they open a picture. What
    /// follows the last chunk isn't read, nor what follows bytes that aren't chunks.
    static func compressedTextByteCount(_ data: Data) -> Int {
        let bytes = data.bytes
        func number(_ offset: Int) -> UInt32 {
            UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        var (total, offset) = (0, 8)
        while offset + 8 <= bytes.byteCount {
            let (count, type) = (Int(number(offset)), number(offset + 4))
            switch type {
            case Self.code("IEND"): return total
            case Self.code("zTXt"): total += count
            case Self.code("iTXt") where isCompressed(data, data.startIndex + offset + 8, count): total += count
            case _ where !Self.isName(type): return total
            default: break
            }
            offset += 12 + count
        }
        return total
    }

    private static func code(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Whether the four bytes are letters, as in the names of all chunks.
    private static func isName(_ type: UInt32) -> Bool {
        (0..<4).allSatisfy { (0x41...0x5A).contains((type >> (8 * $0)) & 0xDF) }
    }

    /// Whether an iTXt chunk is compressed. The flag follows the zero byte that ends the keyword.
    private static func isCompressed(_ data: Data, _ start: Int, _ count: Int) -> Bool {
        let keyword = data[start..<min(data.endIndex, start + min(count, 80))]
        guard let end = keyword.firstIndex(of: 0), end + 1 < keyword.endIndex else { return false }
        return keyword[end + 1] != 0
    }
}
