/// How many codewords a PDF417 symbol has, and how large it is.
public struct PDF417Size: Sendable, Hashable {
    /// Columns of codewords between the row indicators.
    public var columns: Int
    /// Rows.
    public var rows: Int
    /// Whether the right row indicators and the stop pattern are left out.
    public var isCompact: Bool

    /// A size.
    public init(columns: Int, rows: Int, isCompact: Bool) {
        (self.columns, self.rows, self.isCompact) = (columns, rows, isCompact)
    }

    /// Columns that a symbol may have.
    public static let columnRange = 1...30
    /// Rows that a symbol may have.
    public static let rowRange = 3...90
    /// Codewords that a symbol may have, check codewords included.
    public static let mostCodewords = 928

    /// Codewords, check codewords included.
    public var codewordCount: Int { columns * rows }
    /// Modules from left to right.
    public var width: Int { (columns + (isCompact ? 2 : 4)) * PDF417Patterns.width + 1 }
}
