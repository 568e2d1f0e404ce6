import Foundation

/// The frame header of a JPEG (ITU-T T.81, section B.2.2).
struct JPEGFrame {
    let width: Int
    let height: Int
    /// The number of blocks of 8 × 8 samples, for all components together.
    let blockCount: Int
    /// The minimum number of bits of a block. A Huffman code has at least one bit, and a sequential block has one code
    /// for its mean and one for its end. Arithmetic coding has no such minimum.
    let minimumBitsPerBlock: Int

    /// Whether the picture is coded in several scans that refine it step by step.
    let isProgressive: Bool

    /// Reads the frame header; nil if the file is not a JPEG, if it is lossless or hierarchical, or if it ends before
    /// the frame header.
    init?(_ data: Data) {
        guard data.starts(with: [0xFF, 0xD8]) else { return nil }
        func byte(_ offset: Int) -> Int? { offset < data.count ? Int(data[data.startIndex + offset]) : nil }
        func word(_ offset: Int) -> Int? {
            guard let high = byte(offset), let low = byte(offset + 1) else { return nil }
            return high << 8 | low
        }
        var offset = 2
        while let mark = byte(offset), let kind = byte(offset + 1) {
            // Decoders skip bytes between segments.
            guard mark == 0xFF, kind != 0xFF, kind != 0 else {
                offset += 1
                continue
            }
            // Markers without a length field.
            if kind == 0x01 || (0xD0...0xD8).contains(kind) {
                offset += 2
                continue
            }
            if kind == 0xD9 || kind == 0xDA { return nil }
            guard let length = word(offset + 2), length >= 2 else { return nil }
            guard (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) else {
                offset += 2 + length
                continue
            }
            guard let bits = [0xC0: 2, 0xC1: 2, 0xC2: 1, 0xC9: 0, 0xCA: 0][kind], let height = word(offset + 5),
                let width = word(offset + 7), let count = byte(offset + 9), width > 0, height > 0, count > 0
            else { return nil }
            let sampling = (0..<count).compactMap { byte(offset + 11 + 3 * $0) }.map { ($0 >> 4, $0 & 15) }
            guard sampling.count == count, sampling.allSatisfy({ (1...4).contains($0.0) && (1...4).contains($0.1) })
            else { return nil }
            let (across, down) = (sampling.map(\.0).max() ?? 1, sampling.map(\.1).max() ?? 1)
            (self.width, self.height, minimumBitsPerBlock) = (width, height, bits)
            isProgressive = kind == 0xC2 || kind == 0xCA
            func blocks(_ length: Int, _ factor: Int, _ most: Int) -> Int {
                ((length * factor + most - 1) / most + 7) / 8
            }
            blockCount = sampling.reduce(0) { $0 + blocks(width, $1.0, across) * blocks(height, $1.1, down) }
            return
        }
        return nil
    }

    /// The minimum number of bytes of the coded pixels.
    var minimumByteCount: Int { blockCount * minimumBitsPerBlock / 8 }

    /// Counts the scans of a JPEG, up to `most` + 1.
    static func scanCount(_ data: Data, most: Int) -> Int {
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var (count, offset) = (0, 0)
            while offset + 1 < bytes.count, count <= most,
                let mark = memchr(base + offset, 0xFF, bytes.count - offset - 1)
            {
                offset = UnsafeRawPointer(mark) - base
                // A start-of-scan marker. In coded data, 0xFF is always followed by 0.
                if bytes[offset + 1] == 0xDA { count += 1 }
                offset += 1
            }
            return count
        }
    }
}
