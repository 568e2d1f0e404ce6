/// Where the bits of a Data Matrix symbol's codewords stand: annex F of ISO/IEC 16022.
public struct DataMatrixLayout: Sendable {
    private let size: DataMatrixSize
    private let rows: Int
    private let columns: Int
    /// For each module of the regions put together, codeword × 8 + bit; −1 while it is free.
    private var owners: [Int]

    /// The layout of a size.
    public init(_ size: DataMatrixSize) {
        self.size = size
        (rows, columns) = (size.regionRows * size.regionHeight, size.regionColumns * size.regionWidth)
        owners = [Int](repeating: -1, count: rows * columns)
        placeCodewords()
    }

    /// The bit of which codeword a module shows, the most significant being bit 0; nil for the corner that is left over in some sizes.
    ///
    /// - Parameters:
    ///   - row: In the regions put together, without their borders.
    ///   - column: As the row.
    public func bit(row: Int, column: Int) -> (codeword: Int, bit: Int)? {
        let owner = owners[row * columns + column]
        return owner < 0 ? nil : (owner / 8, owner % 8)
    }

    /// The place of a module of the regions put together in the symbol, which has a border around every region.
    public func position(row: Int, column: Int) -> ModulePosition {
        ModulePosition(
            column: column + 1 + 2 * (column / size.regionWidth), row: row + 1 + 2 * (row / size.regionHeight))
    }

    /// Rows and columns of the regions put together.
    public var dataArea: (rows: Int, columns: Int) { (rows, columns) }

    /// Codewords go up and down along diagonals; four shapes of their own fill corners.
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
                if row < rows, column >= 0, owners[row * columns + column] < 0 {
                    placeShape(codeword, row: row, column: column)
                    codeword += 1
                }
                row -= 2
                column += 2
            } while row >= 0 && column < columns
            row += 1
            column += 3
            repeat {
                if row >= 0, column < columns, owners[row * columns + column] < 0 {
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

    /// A corner's codeword: places from the edges, negative ones from the bottom and the right.
    private mutating func place(_ codeword: Int, _ places: [(row: Int, column: Int)]) {
        for (bit, place) in places.enumerated() {
            let row = place.row < 0 ? place.row + rows : place.row
            let column = place.column < 0 ? place.column + columns : place.column
            owners[row * columns + column] = codeword * 8 + bit
        }
    }

    /// A codeword's usual shape, an L whose last bit is at the given module; what leaves the area comes in on the other side, shifted.
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
            owners[y * columns + x] = codeword * 8 + bit
        }
    }
}
