/// The distance from one pixel to another in whole pixels.
package struct PixelOffset: Sendable, Hashable {
    /// Number of pixels to the right.
    package var column: Int
    /// Number of pixels up.
    package var row: Int

    /// Creates an offset.
    package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    /// This offset and its reflections about both axes, without duplicates.
    var mirrored: [PixelOffset] {
        let columns = column == 0 ? [0] : [column, -column]
        let rows = row == 0 ? [0] : [row, -row]
        return rows.flatMap { row in columns.map { PixelOffset(column: $0, row: row) } }
    }
}
