/// Draws PDF417 symbols from their data codewords, by ISO/IEC 15438.
package enum PDF417Symbol {
    /// Returns the symbol for data codewords. The first one is their number, and pad codewords are included.
    ///
    /// - Parameters:
    ///   - codewords: Values from 0 to 928. The size must have room for 2, 4, 8 … or 512 check codewords after them.
    ///   - size: The columns, the rows and the style.
    package static func grid(codewords: [Int], size: PDF417Size) throws(BarcodeRefusal) -> ModuleGrid {
        guard PDF417Size.columnRange.contains(size.columns), PDF417Size.rowRange.contains(size.rows),
            size.codewordCount <= PDF417Size.maximumCodewordCount
        else {
            throw BarcodeRefusal(
                .descriptor,
                "there is no PDF417 symbol of \(size.columns) columns and \(size.rows) rows; use 1 to 30 columns, 3 to 90 rows and at most 928 "
                    + "codewords in all")
        }
        let checkCount = size.codewordCount - codewords.count
        guard let level = (0...8).first(where: { 2 << $0 == checkCount }) else {
            throw BarcodeRefusal(
                .descriptor,
                "\(codewords.count) data codewords leave \(checkCount) of \(size.codewordCount) for checks; 2, 4, 8, 16, 32, 64, 128, 256 or "
                    + "512 must be left")
        }
        if let bad = codewords.first(where: { !(0..<PrimeFieldCode.modulus).contains($0) }) {
            throw BarcodeRefusal(.descriptor, "the payload holds the codeword \(bad); codewords go from 0 to 928")
        }
        let words = codewords + PrimeFieldCode(checkCount: checkCount).checkWords(for: codewords)
        var grid = ModuleGrid(width: size.width, height: size.rows)
        for row in 0..<size.rows {
            var modules = start
            modules += PDF417Patterns.modules(of: leftIndicator(row: row, size: size, level: level), cluster: row % 3)
            for word in words[row * size.columns..<(row + 1) * size.columns] {
                modules += PDF417Patterns.modules(of: word, cluster: row % 3)
            }
            if size.isCompact {
                modules.append(true)
            } else {
                modules += PDF417Patterns.modules(
                    of: rightIndicator(row: row, size: size, level: level), cluster: row % 3)
                modules += stop
            }
            for (column, dark) in modules.enumerated() { grid[column, row] = dark }
        }
        return grid
    }

    /// Returns, for each of the 17 modules of a codeword, whether it is dark. `cluster` is the remainder of the row
    /// number divided by 3.
    package static func modules(of codeword: Int, cluster: Int) -> [Bool] {
        PDF417Patterns.modules(of: codeword, cluster: cluster)
    }

    private static let start = bars([8, 1, 1, 1, 1, 1, 1, 3])
    private static let stop = bars([7, 1, 1, 3, 1, 1, 1, 2, 1])

    /// Returns the modules of bars and spaces with the given widths, starting with a bar.
    private static func bars(_ widths: [Int]) -> [Bool] {
        widths.enumerated().flatMap { [Bool](repeating: $0.offset % 2 == 0, count: $0.element) }
    }

    /// Returns the codeword at the left end of a row. It contains a third of the row number and, in turn, the number of
    /// rows, the level, and the number of columns.
    private static func leftIndicator(row: Int, size: PDF417Size, level: Int) -> Int {
        30 * (row / 3) + indications(size: size, level: level)[row % 3]
    }

    /// Returns the codeword at the right end of a row, with the same values in another order.
    private static func rightIndicator(row: Int, size: PDF417Size, level: Int) -> Int {
        30 * (row / 3) + indications(size: size, level: level)[(row + 2) % 3]
    }

    private static func indications(size: PDF417Size, level: Int) -> [Int] {
        [(size.rows - 1) / 3, level * 3 + (size.rows - 1) % 3, size.columns - 1]
    }
}
