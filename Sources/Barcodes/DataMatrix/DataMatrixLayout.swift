/// The positions of a Data Matrix symbol's codeword bits, by annex F of ISO/IEC 16022.
///
/// The data area consists of the symbol's regions, joined without their borders.
package struct DataMatrixLayout: Sendable {
    private let size: DataMatrixSize
    private let rows: Int
    private let columns: Int
    /// For each module of the data area, codeword × 8 + bit. −1 if the module has no codeword yet.
    private var bitIndices: [Int]

    /// Creates the layout of a size.
    package init(_ size: DataMatrixSize) {
        self.size = size
        (rows, columns) = (size.regionRows * size.regionHeight, size.regionColumns * size.regionWidth)
        bitIndices = [Int](repeating: -1, count: rows * columns)
        placeCodewords()
    }

    /// Returns the codeword and the bit that a module shows. Bit 0 is the most significant one. Nil for the corner that
    /// remains unused in some sizes.
    ///
    /// - Parameters:
    ///   - row: The row in the data area.
    ///   - column: The column in the data area.
    package func bit(row: Int, column: Int) -> (codeword: Int, bit: Int)? {
        let bitIndex = bitIndices[row * columns + column]
        return bitIndex < 0 ? nil : (bitIndex / 8, bitIndex % 8)
    }

    /// Returns the position in the symbol of a module of the data area. In the symbol each region has a border.
    package func position(row: Int, column: Int) -> ModulePosition {
        ModulePosition(
            column: column + 1 + 2 * (column / size.regionWidth), row: row + 1 + 2 * (row / size.regionHeight))
    }

    /// The numbers of rows and columns of the data area.
    package var dataArea: (rows: Int, columns: Int) { (rows, columns) }

    /// Places codewords up and down along diagonals. Corners are filled with four special shapes.
    private mutating func placeCodewords() {
        var (row, column, codeword) = (4, 0, 0)
        func isCorner(_ r: Int, _ c: Int) -> Bool { row == r && column == c }
        repeat {
            if isCorner(rows, 0) {
                place(codeword, [(-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
                codeword += 1
            }
            if isCorner(rows - 2, 0), columns % 4 != 0 {
                place(codeword, [(-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)])
                codeword += 1
            }
            if isCorner(rows - 2, 0), columns % 8 == 4 {
                place(codeword, [(-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
                codeword += 1
            }
            if isCorner(rows + 4, 2), columns % 8 == 0 {
                place(codeword, [(-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)])
                codeword += 1
            }
            repeat {
                if row < rows, column >= 0, bitIndices[row * columns + column] < 0 {
                    placeShape(codeword, row: row, column: column)
                    codeword += 1
                }
                row -= 2
                column += 2
            } while row >= 0 && column < columns
            row += 1
            column += 3
            repeat {
                if row >= 0, column < columns, bitIndices[row * columns + column] < 0 {
                    placeShape(codeword, row: row, column: column)
                    codeword += 1
                }
                row += 2
                column -= 2
            } while row < rows && column >= 0
            row += 3
            column += 1
        } while row < rows || column < columns
    }

    /// Places a codeword in a corner. Positions are relative to the edges; negative ones count from the bottom and the
    /// right.
    private mutating func place(_ codeword: Int, _ places: [(row: Int, column: Int)]) {
        for (bit, place) in places.enumerated() {
            let row = place.row < 0 ? place.row + rows : place.row
            let column = place.column < 0 ? place.column + columns : place.column
            bitIndices[row * columns + column] = codeword * 8 + bit
        }
    }

    /// Places a codeword in its usual L shape, with the last bit at the given module. Modules outside of the data area
    /// wrap around to the opposite side, with an offset.
    private mutating func placeShape(_ codeword: Int, row: Int, column: Int) {
        let shape = [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)]
        for (bit, offset) in shape.enumerated() {
            var (y, x) = (row + offset.0, column + offset.1)
            if y < 0 {
                y += rows
                x += 4 - (rows + 4) % 8
            }
            if x < 0 {
                x += columns
                y += 4 - (columns + 4) % 8
            }
            bitIndices[y * columns + x] = codeword * 8 + bit
        }
    }
}
