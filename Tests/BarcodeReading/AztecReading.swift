import Barcodes

/// The contents of an Aztec code, read from its modules without error correction: a symbol with errors is refused.
package struct AztecReading {
    /// Style and layers.
    package let layout: AztecLayout
    /// Data codewords, including the bits that only keep a codeword from being uniform.
    package let codewords: [Int]

    /// Reads a symbol; wrong check codewords throw.
    package init(_ grid: ModuleGrid) throws {
        // At distance 5 from the centre, a full symbol has a light ring of the finder pattern. A compact one has its
        // mode message there.
        let center = grid.width / 2
        let isFull = (-5...5).allSatisfy { !grid[center + $0, center - 5] } && grid.width > 15
        let layouts = (1...(isFull ? 32 : 4)).map { AztecLayout(isCompact: !isFull, layerCount: $0) }
        guard let layout = layouts.first(where: { $0.size == grid.width && $0.size == grid.height }) else {
            throw UnreadableSymbol("\(grid.width) × \(grid.height) modules")
        }
        self.layout = layout
        var mode = BitReader(layout.modeMessagePath.map { grid[$0.column, $0.row] })
        let words = try (0..<layout.modeMessageLength / 4).map { _ in try mode.next(4) }
        guard Syndromes.vanish(words, checkCount: layout.isCompact ? 5 : 6, polynomial: 0b10011, firstRoot: 1) else {
            throw UnreadableSymbol("the mode message's check words are wrong")
        }
        let message = words.prefix(layout.isCompact ? 2 : 4).reduce(0) { $0 << 4 | $1 }
        let (layers, count) = layout.isCompact ? (message >> 6, message & 63) : (message >> 11, message & 2047)
        guard layers + 1 == layout.layerCount else {
            throw UnreadableSymbol("the mode message says \(layers + 1) layers")
        }

        var reader = BitReader(layout.path.map { grid[$0.column, $0.row] })
        _ = try reader.next(layout.bitCount % layout.wordSize)
        let all = try (0..<layout.codewordCount).map { _ in try reader.next(layout.wordSize) }
        let polynomial =
            [6: 0b100_0011, 8: 0b1_0010_1101, 10: 0b100_0000_1001, 12: 0b1_0000_0110_1001][layout.wordSize] ?? 0
        guard Syndromes.vanish(all, checkCount: all.count - count - 1, polynomial: polynomial, firstRoot: 1) else {
            throw UnreadableSymbol("the check codewords are wrong")
        }
        codewords = Array(all.prefix(count + 1))
    }

    /// The bytes of the message.
    package func message() throws -> [UInt8] {
        var bits: [Bool] = []
        for word in codewords {
            let all = (0..<layout.wordSize).map { word >> (layout.wordSize - 1 - $0) & 1 != 0 }
            // In the codewords 00…01 and 11…10, the last bit is a dummy bit.
            bits += word == 1 || word == (1 << layout.wordSize) - 2 ? Array(all.dropLast()) : all
        }
        var reader = BitReader(bits)
        var (result, mode, shift): ([UInt8], Mode, Mode?) = ([], .upper, nil)
        while reader.rest >= 5 {
            let current = shift ?? mode
            shift = nil
            let code = try reader.next(current == .digit ? 4 : 5)
            switch current.meaning(of: code) {
            case .text(let text): result += text
            case .latch(let other): mode = other
            case .shift(let other): shift = other
            case .bytes:
                // The padding after the last character can equal the shift to bytes.
                guard reader.rest >= 5 else { return result }
                var count = try reader.next(5)
                if count == 0 {
                    guard reader.rest >= 11 else { return result }
                    count = try reader.next(11) + 31
                }
                guard reader.rest >= 8 * count else { return result }
                for _ in 0..<count { result.append(UInt8(try reader.next(8))) }
            case .unknown: throw UnreadableSymbol("there is the code \(code) of \(current)")
            }
        }
        return result
    }

    private enum Meaning {
        case text([UInt8]), latch(Mode), shift(Mode), bytes, unknown
    }

    private enum Mode {
        case upper, lower, mixed, punctuation, digit

        func meaning(of code: Int) -> Meaning {
            switch (self, code) {
            case (.punctuation, 0): .unknown
            case (.punctuation, 31): .latch(.upper)
            case (.punctuation, 2): .text([13, 10])
            case (.punctuation, 3...5): .text([Array(".,:".utf8)[code - 3], 32])
            case (.punctuation, 1): .text([13])
            case (.punctuation, _): .text([Array("!\"#$%&'()*+,-./:;<=>?[]{}".utf8)[code - 6]])
            case (_, 0): .shift(.punctuation)
            case (_, 1): .text([32])
            case (.digit, 2...11): .text([UInt8(46 + code)])
            case (.digit, 12), (.digit, 13): .text([code == 12 ? 44 : 46])
            case (.digit, 14): .latch(.upper)
            case (.digit, _): .shift(.upper)
            case (_, 31): .bytes
            case (.upper, 28), (.mixed, 28): .latch(.lower)
            case (.lower, 28): .shift(.upper)
            case (.mixed, 29): .latch(.upper)
            case (_, 29): .latch(.mixed)
            case (.mixed, 30): .latch(.punctuation)
            case (_, 30): .latch(.digit)
            case (.upper, _): .text([UInt8(63 + code)])
            case (.lower, _): .text([UInt8(95 + code)])
            case (.mixed, 2...14): .text([UInt8(code - 1)])
            case (.mixed, 15...19): .text([UInt8(code + 12)])
            case (.mixed, _): .text([Array("@\\^_`|~\u{7f}".utf8)[code - 20]])
            }
        }
    }
}
