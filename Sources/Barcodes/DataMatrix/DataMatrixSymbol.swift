/// Draws Data Matrix symbols of ECC 200 from their data codewords, by ISO/IEC 16022.
package enum DataMatrixSymbol {
    /// Returns the symbol for data codewords without check codewords.
    package static func grid(codewords: [UInt8], rows: Int, columns: Int) throws(BarcodeRefusal) -> ModuleGrid {
        guard let size = DataMatrixSize.all.first(where: { $0.rows == rows && $0.columns == columns }) else {
            throw BarcodeRefusal(
                .descriptor,
                "there is no Data Matrix symbol of \(rows) rows and \(columns) columns; squares have 10 to 144, rectangles 8 × 18 to 16 × 48"
            )
        }
        guard codewords.count == size.dataCount else {
            throw BarcodeRefusal(
                .descriptor,
                "the payload has \(codewords.count) codewords; a Data Matrix symbol of \(rows) × \(columns) carries \(size.dataCount), pad "
                    + "codewords included")
        }
        let words = withChecks(codewords.map(Int.init), size: size)
        var grid = ModuleGrid(width: columns, height: rows)
        drawBorders(into: &grid, size: size)
        let layout = DataMatrixLayout(size)
        let area = layout.dataArea
        for row in 0..<area.rows {
            for column in 0..<area.columns {
                let place = layout.position(row: row, column: column)
                if let owner = layout.bit(row: row, column: column) {
                    grid[place.column, place.row] = words[owner.codeword] >> (7 - owner.bit) & 1 != 0
                } else {
                    // The corner without codewords is a checkerboard of four modules.
                    grid[place.column, place.row] = (area.rows - row + area.columns - column) % 2 == 0
                }
            }
        }
        return grid
    }

    /// Returns the codewords followed by their check codewords. Both are distributed over the blocks in turn.
    private static func withChecks(_ data: [Int], size: DataMatrixSize) -> [Int] {
        let perBlock = size.checkCount / size.blockCount
        let code = ReedSolomonCode(field: .dataMatrix, checkCount: perBlock, firstRoot: 1)
        var words = data + [Int](repeating: 0, count: size.checkCount)
        for block in 0..<size.blockCount {
            let own = stride(from: block, to: data.count, by: size.blockCount).map { data[$0] }
            // Check codewords continue the distribution where the data codewords end. This matters only in the largest
            // symbol, whose blocks differ in length.
            let first = block + own.count * size.blockCount
            for (index, check) in code.checkWords(for: own).enumerated() {
                words[first + index * size.blockCount] = check
            }
        }
        return words
    }

    /// Draws the border of every region: solid on the left and at the bottom, alternating at the top and on the right.
    private static func drawBorders(into grid: inout ModuleGrid, size: DataMatrixSize) {
        let (height, width) = (size.regionHeight + 2, size.regionWidth + 2)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let (y, x) = (row % height, column % width)
                if x == 0 || y == height - 1 || (y == 0 && x % 2 == 0) || (x == width - 1 && y % 2 == 1) {
                    grid[column, row] = true
                }
            }
        }
    }
}
