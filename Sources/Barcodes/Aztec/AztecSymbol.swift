/// Draws Aztec codes from their data codewords, by ISO/IEC 24778.
package enum AztecSymbol {
    /// Returns the symbol for data codewords, which must include their dummy bits.
    ///
    /// - Parameters:
    ///   - codewords: Numbers with as many bits as the layout's codewords.
    ///   - layout: The size of the symbol. The remaining codewords are check codewords.
    package static func grid(codewords: [Int], layout: AztecLayout) throws(BarcodeRefusal) -> ModuleGrid {
        let most = layout.isCompact ? min(layout.codewordCount - 1, 64) : layout.codewordCount - 1
        guard (1...most).contains(codewords.count) else {
            throw BarcodeRefusal(
                .descriptor,
                "\(codewords.count) data codewords don't go into an Aztec code of \(layout.layerCount) layers; it has room for 1 to \(most)"
            )
        }
        if let bad = codewords.first(where: { $0 <= 0 || $0 >= 1 << layout.wordSize - 1 }) {
            throw BarcodeRefusal(
                .descriptor,
                "the payload holds the codeword \(bad), of \(layout.wordSize) equal bits; codewords carry a dummy bit that differs from the rest"
            )
        }
        let code = ReedSolomonCode(
            field: layout.field, checkCount: layout.codewordCount - codewords.count, firstRoot: 1)
        var bits = BitString()
        bits.append(0, count: layout.bitCount % layout.wordSize)
        for word in codewords + code.checkWords(for: codewords) { bits.append(word, count: layout.wordSize) }

        var grid = ModuleGrid(width: layout.size, height: layout.size)
        layout.drawMarkers(into: &grid)
        for (place, bit) in zip(layout.path, bits.bits) { grid[place.column, place.row] = bit }
        for (place, bit) in zip(layout.modeMessagePath, modeMessage(layout: layout, dataCount: codewords.count).bits) {
            grid[place.column, place.row] = bit
        }
        return grid
    }

    /// Returns the numbers of layers and data codewords, followed by check words of four bits.
    private static func modeMessage(layout: AztecLayout, dataCount: Int) -> BitString {
        var data = BitString()
        data.append(layout.layerCount - 1, count: layout.isCompact ? 2 : 5)
        data.append(dataCount - 1, count: layout.isCompact ? 6 : 11)
        let words = stride(from: 0, to: data.bits.count, by: 4).map { data.value(at: $0, count: 4) }
        let code = ReedSolomonCode(field: .aztec4, checkCount: layout.modeMessageLength / 4 - words.count, firstRoot: 1)
        var message = BitString()
        for word in words + code.checkWords(for: words) { message.append(word, count: 4) }
        return message
    }

    /// Reads the number of data codewords from a symbol's mode message.
    static func dataCount(of grid: ModuleGrid, layout: AztecLayout) -> Int {
        let message = BitString(bits: layout.modeMessagePath.map { grid[$0.column, $0.row] })
        return message.value(at: layout.isCompact ? 2 : 5, count: layout.isCompact ? 6 : 11) + 1
    }

    /// Whether a symbol's check codewords agree with its data codewords, whose number the mode message states.
    static func hasRightChecks(_ grid: ModuleGrid, layout: AztecLayout) -> Bool {
        let bits = BitString(bits: layout.path.map { grid[$0.column, $0.row] })
        let start = layout.bitCount % layout.wordSize
        let words = (0..<layout.codewordCount).map {
            bits.value(at: start + $0 * layout.wordSize, count: layout.wordSize)
        }
        let count = dataCount(of: grid, layout: layout)
        guard count < words.count else { return false }
        let code = ReedSolomonCode(field: layout.field, checkCount: words.count - count, firstRoot: 1)
        return code.checkWords(for: Array(words.prefix(count))) == Array(words.suffix(words.count - count))
    }
}
