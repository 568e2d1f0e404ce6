/// A barcode as its smallest squares, dark or light, the top row first; quiet borders are not part of it.
public struct ModuleGrid: Sendable, Hashable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    private var dark: [Bool]

    /// A grid of light modules.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        dark = [Bool](repeating: false, count: width * height)
    }

    /// Whether the module in a column, from the left, and a row, from the top, is dark.
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

/// A place in a grid of modules.
public struct ModulePosition: Sendable, Hashable {
    /// From the left.
    public var column: Int
    /// From the top.
    public var row: Int

    /// A place.
    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}
