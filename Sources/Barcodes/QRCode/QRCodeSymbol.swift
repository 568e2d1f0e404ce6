/// Draws QR codes from their data codewords, by ISO/IEC 18004.
package enum QRCodeSymbol {
    /// Returns the symbol for data codewords that haven't been divided into blocks yet.
    ///
    /// - Parameters:
    ///   - codewords: The data codewords, exactly as many as a symbol of this version and level carries.
    ///   - version: The version, from 1 to 40.
    ///   - mask: The mask pattern, from 0 to 7.
    ///   - level: The error correction level.
    package static func grid(codewords: [UInt8], version: Int, mask: Int, level: QRCodeLevel) throws(BarcodeRefusal)
        -> ModuleGrid
    {
        guard (1...40).contains(version), (0...7).contains(mask) else {
            throw BarcodeRefusal(
                .descriptor,
                "there is no QR code of version \(version) with mask pattern \(mask); versions go from 1 to 40, masks from 0 to 7"
            )
        }
        let blocks = QRCodeBlocks(version: version, level: level)
        guard codewords.count == blocks.dataCount else {
            throw BarcodeRefusal(
                .descriptor,
                "the payload has \(codewords.count) codewords; a QR code of version \(version) and level \(level.rawValue) carries "
                    + "\(blocks.dataCount), pad codewords included")
        }
        let layout = QRCodeLayout(version: version)
        var grid = ModuleGrid(width: layout.size, height: layout.size)
        drawMarkers(into: &grid, layout: layout)
        drawInformation(into: &grid, layout: layout, mask: mask, level: level)
        var bits = BitString()
        for word in interleaved(codewords.map(Int.init), blocks: blocks) { bits.append(word, count: 8) }
        for (index, place) in layout.path.enumerated() {
            let bit = index < bits.bits.count && bits.bits[index]
            grid[place.column, place.row] = bit != QRCodeLayout.isInverted(by: mask, at: place)
        }
        return grid
    }

    /// Returns all codewords of the symbol in placement order.
    private static func interleaved(_ codewords: [Int], blocks: QRCodeBlocks) -> [Int] {
        let code = ReedSolomonCode(field: .qrCode, checkCount: blocks.checkCount, firstRoot: 0)
        var parts: [[Int]] = []
        var start = 0
        for block in 0..<blocks.count {
            let data = Array(codewords[start..<start + blocks.dataCount(ofBlock: block)])
            parts.append(data + code.checkWords(for: data))
            start += data.count
        }
        let dataCounts = (0..<blocks.count).map(blocks.dataCount(ofBlock:))
        var next = [Int](repeating: 0, count: blocks.count)
        var result: [Int] = []
        for (index, block) in blocks.blockOfCodeword.enumerated() {
            // In shorter blocks the check codewords begin one position earlier than in longer ones.
            if index == blocks.dataCount { next = dataCounts }
            result.append(parts[block][next[block]])
            next[block] += 1
        }
        return result
    }

    private static func drawMarkers(into grid: inout ModuleGrid, layout: QRCodeLayout) {
        for index in 0..<layout.size {
            grid[index, 6] = index % 2 == 0
            grid[6, index] = index % 2 == 0
        }
        for corner in layout.finders {
            let (left, top) = (max(corner.column - 1, 0), max(corner.row - 1, 0))
            grid.fill(
                column: left, row: top, width: min(corner.column + 8, layout.size) - left,
                height: min(corner.row + 8, layout.size) - top, dark: false)
            drawRings(into: &grid, column: corner.column, row: corner.row, width: 7)
        }
        for center in layout.alignmentCenters {
            drawRings(into: &grid, column: center.column - 2, row: center.row - 2, width: 5)
        }
    }

    /// Draws a dark square, a light square inside it, and a dark square inside that.
    private static func drawRings(into grid: inout ModuleGrid, column: Int, row: Int, width: Int) {
        for inset in 0..<3 {
            let side = width - 2 * inset
            grid.fill(column: column + inset, row: row + inset, width: side, height: side, dark: inset != 1)
        }
    }

    private static func drawInformation(
        into grid: inout ModuleGrid, layout: QRCodeLayout, mask: Int, level: QRCodeLevel
    ) {
        let format = formatInformation(mask: mask, level: level)
        for copy in layout.formatPlaces {
            for (index, place) in copy.enumerated() { grid[place.column, place.row] = format >> (14 - index) & 1 != 0 }
        }
        grid[8, layout.size - 8] = true
        guard layout.version >= 7 else { return }
        let version = layout.version << 12 | remainder(of: layout.version << 12, by: 0x1f25)
        for bit in 0..<18 where version >> bit & 1 != 0 {
            grid[layout.size - 11 + bit % 3, bit / 3] = true
            grid[bit / 3, layout.size - 11 + bit % 3] = true
        }
    }

    /// Returns the 15 bits for level and mask, protected by a BCH code. A constant inverts some of them, so that they
    /// are never all light.
    package static func formatInformation(mask: Int, level: QRCodeLevel) -> Int {
        let data = (level.formatBits << 3 | mask) << 10
        return (data | remainder(of: data, by: 0x537)) ^ 0x5412
    }

    /// Returns the remainder of the division of two polynomials over the field with two elements.
    private static func remainder(of dividend: Int, by divisor: Int) -> Int {
        let length = Int.bitWidth - divisor.leadingZeroBitCount
        var rest = dividend
        while rest != 0, Int.bitWidth - rest.leadingZeroBitCount >= length {
            rest ^= divisor << (Int.bitWidth - rest.leadingZeroBitCount - length)
        }
        return rest
    }
}
