/// The modules of a barcode, dark or light, from the top row down, without the quiet zone.
package struct ModuleGrid: Sendable, Hashable {
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int
    private var dark: [Bool]

    /// Creates a grid of light modules.
    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        dark = [Bool](repeating: false, count: width * height)
    }

    /// Whether a module is dark. Columns are counted from the left, rows from the top.
    package subscript(column: Int, row: Int) -> Bool {
        get { dark[row * width + column] }
        set { dark[row * width + column] = newValue }
    }

    /// Fills a rectangle of modules.
    mutating func fill(column: Int, row: Int, width: Int, height: Int, dark value: Bool) {
        for y in row..<row + height {
            for x in column..<column + width { self[x, y] = value }
        }
    }
}

/// The position of a module in a grid.
package struct ModulePosition: Sendable, Hashable {
    /// The column, from the left.
    package var column: Int
    /// The row, from the top.
    package var row: Int

    /// Creates a position.
    package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}
