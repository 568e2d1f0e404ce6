/// The dimensions of a PDF417 symbol.
package struct PDF417Size: Sendable, Hashable {
    /// The number of columns of codewords between the row indicators.
    package var columns: Int
    /// The number of rows.
    package var rows: Int
    /// Whether the right row indicators and the stop pattern are omitted.
    package var isCompact: Bool

    /// Creates a size.
    package init(columns: Int, rows: Int, isCompact: Bool) {
        (self.columns, self.rows, self.isCompact) = (columns, rows, isCompact)
    }

    /// The allowed numbers of columns.
    package static let columnRange = 1...30
    /// The allowed numbers of rows.
    package static let rowRange = 3...90
    /// The maximum number of codewords, including check codewords.
    package static let maximumCodewordCount = 928

    /// The number of codewords, including check codewords.
    package var codewordCount: Int { columns * rows }
    /// The width of the symbol in modules.
    package var width: Int { (columns + (isCompact ? 2 : 4)) * PDF417Patterns.width + 1 }
}
