import Foundation

/// A PDF417 symbol, ISO/IEC 15438.
open class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The codewords, each a number of 16 bits from 0 to 928. The first is the number of data codewords, itself and pad codewords included.
    ///
    /// Numbers have their high byte first, or their low byte where only that makes sense. Check codewords that follow the data are computed anew.
    public let errorCorrectedPayload: Data
    /// Whether the right row indicators are left out.
    public let isCompact: Bool
    /// Rows, from 3 to 90.
    public let rowCount: Int
    /// Columns of codewords, from 1 to 30.
    public let columnCount: Int

    /// A descriptor; nil when a number is out of range. Whether the payload fits is checked when it is drawn.
    public init?(payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int) {
        guard (3...90).contains(rowCount), (1...30).contains(columnCount) else { return nil }
        (self.errorCorrectedPayload, self.isCompact) = (errorCorrectedPayload, isCompact)
        (self.rowCount, self.columnCount) = (rowCount, columnCount)
        super.init()
    }

    /// Reads a descriptor; nil when the archive holds none, or one out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let rows = coder.decodeInteger(forKey: "rowCount"), (3...90).contains(rows),
            case let columns = coder.decodeInteger(forKey: "columnCount"), (1...30).contains(columns)
        else { return nil }
        (errorCorrectedPayload, rowCount, columnCount) = (payload, rows, columns)
        isCompact = coder.decodeInteger(forKey: "isCompact") != 0
        super.init(coder: coder)
    }

    /// Writes payload and parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    override var payload: Data { errorCorrectedPayload }
    override var parameters: [(name: String, value: Int)] {
        [("isCompact", isCompact ? 1 : 0), ("rowCount", rowCount), ("columnCount", columnCount)]
    }
}
