import Foundation

/// What the frame header of a JPEG says (ITU-T T.81, section B.2.2).
struct JPEGFrame {
    let width: Int
    let height: Int
    /// Blocks of 8 × 8 samples, of all components.
    let blockCount: Int
    /// The fewest bits that a block takes: a Huffman code has one at least, and a sequential block has a code for its mean and one for its end;
    /// arithmetic coding has no such bound.
    let leastBitsPerBlock: Int

    /// Whether it is sent in scans that each refine the picture.
    let isProgressive: Bool

    /// The frame of a JPEG that decoders read; nil for another file, a lossless or hierarchical one, or one that ends before its frame.
    init?(_ data: Data) {
        guard data.starts(with: [0xFF, 0xD8]) else { return nil }
        func byte(_ offset: Int) -> Int? { offset < data.count ? Int(data[data.startIndex + offset]) : nil }
        func word(_ offset: Int) -> Int? {
            guard let high = byte(offset), let low = byte(offset + 1) else { return nil }
            return high << 8 | low
        }
        var offset = 2
        while let mark = byte(offset), let kind = byte(offset + 1) {
            // Bytes between segments are skipped as decoders do.
            guard mark == 0xFF, kind != 0xFF, kind != 0 else {
                offset += 1
                continue
            }
            // Marks without a length.
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
            (self.width, self.height, leastBitsPerBlock) = (width, height, bits)
            isProgressive = kind == 0xC2 || kind == 0xCA
            func blocks(_ length: Int, _ factor: Int, _ most: Int) -> Int {
                ((length * factor + most - 1) / most + 7) / 8
            }
            blockCount = sampling.reduce(0) { $0 + blocks(width, $1.0, across) * blocks(height, $1.1, down) }
            return
        }
        return nil
    }

    /// The fewest bytes that its pixels take.
    var leastByteCount: Int { blockCount * leastBitsPerBlock / 8 }

    /// How many scans a JPEG has, as far as its segments can be followed; stops counting behind `most`.
    static func scanCount(_ data: Data, most: Int) -> Int {
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var (count, offset) = (0, 0)
            while offset + 1 < bytes.count, count <= most,
                let mark = memchr(base + offset, 0xFF, bytes.count - offset - 1)
            {
                offset = UnsafeRawPointer(mark) - base
                // Start of scan. In coded data, 0xFF is followed by 0.
                if bytes[offset + 1] == 0xDA { count += 1 }
                offset += 1
            }
            return count
        }
    }
}
