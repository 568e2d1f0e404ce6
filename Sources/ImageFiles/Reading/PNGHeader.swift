import Foundation

/// The header of a PNG (ISO/IEC 15948, section 11.2.1).
struct PNGHeader {
    let width: Int
    let height: Int
    let bitsPerPixel: Int

    /// The header; nil for another file, or values that PNG doesn't have.
    init?(_ head: Data) {
        let bytes = Array(head.prefix(26))
        guard bytes.count == 26, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(bytes[25])], (1...16).contains(bytes[24]) else {
            return nil
        }
        (width, height, bitsPerPixel) = (number(16), number(20), channels * Int(bytes[24]))
        guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else { return nil }
    }

    /// The fewest bytes that its pixels take: deflate spends at least two bits on 258 bytes.
    var leastByteCount: Int {
        let row = 1 + (width * bitsPerPixel + 7) / 8
        let (total, overflow) = row.multipliedReportingOverflow(by: height)
        return overflow ? .max : total / 1032
    }
}
