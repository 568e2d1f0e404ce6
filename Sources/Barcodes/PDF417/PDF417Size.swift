/// The dimensions of a PDF417 symbol.
public struct PDF417Size: Sendable, Hashable {
    /// The number of columns of codewords between the row indicators.
    public var columns: Int
    /// The number of rows.
    public var rows: Int
    /// Whether the right row indicators and the stop pattern are omitted.
    public var isCompact: Bool

    /// Creates a size.
    public init(columns: Int, rows: Int, isCompact: Bool) {
        (self.columns, self.rows, self.isCompact) = (columns, rows, isCompact)
    }

    /// The allowed numbers of columns.
    public static let columnRange = 1...30
    /// The allowed numbers of rows.
    public static let rowRange = 3...90
    /// The maximum number of codewords, including check codewords.
    public static let maximumCodewordCount = 928

    /// The number of codewords, including check codewords.
    public var codewordCount: Int { columns * rows }
    /// The width of the symbol in modules.
    public var width: Int { (columns + (isCompact ? 2 : 4)) * PDF417Patterns.width + 1 }
}
