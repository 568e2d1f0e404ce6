/// Whole pixels from one to another.
public struct PixelOffset: Sendable, Hashable {
    /// Pixels to the right.
    public var column: Int
    /// Pixels up.
    public var row: Int

    /// An offset.
    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    /// This offset and those mirrored at either axis, each once.
    var mirrored: [PixelOffset] {
        let columns = column == 0 ? [0] : [column, -column]
        let rows = row == 0 ? [0] : [row, -row]
        return rows.flatMap { row in columns.map { PixelOffset(column: $0, row: row) } }
    }
}
