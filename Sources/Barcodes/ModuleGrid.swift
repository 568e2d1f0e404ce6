/// The modules of a barcode, dark or light, from the top row down, without the quiet zone.
public struct ModuleGrid: Sendable, Hashable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    private var dark: [Bool]

    /// Creates a grid of light modules.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        dark = [Bool](repeating: false, count: width * height)
    }

    /// Whether a module is dark. Columns are counted from the left, rows from the top.
    public subscript(column: Int, row: Int) -> Bool {
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
public struct ModulePosition: Sendable, Hashable {
    /// The column, from the left.
    public var column: Int
    /// The row, from the top.
    public var row: Int

    /// Creates a position.
    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}
