import Foundation

/// The content and parameters of a PDF417 symbol, ISO/IEC 15438.
open class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The codewords, each a 16-bit number from 0 to 928. The first is the number of data codewords, including itself
    /// and pad codewords.
    ///
    /// Numbers are big-endian, or little-endian if they are only valid that way. Check codewords after the data are
    /// ignored and computed again.
    public let errorCorrectedPayload: Data
    /// Whether the symbol is a compact one, without right row indicators.
    public let isCompact: Bool
    /// The number of rows, from 3 to 90.
    public let rowCount: Int
    /// The number of columns of codewords, from 1 to 30.
    public let columnCount: Int

    /// Creates a descriptor. nil, with the reason in the log, when a number is out of range. Drawing the symbol checks
    /// that the payload fits.
    public init?(payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int) {
        guard Self.accepts(Self.numbers(rowCount, columnCount)) else { return nil }
        (self.errorCorrectedPayload, self.isCompact) = (errorCorrectedPayload, isCompact)
        (self.rowCount, self.columnCount) = (rowCount, columnCount)
        super.init()
    }

    /// Creates a descriptor.
    ///
    /// The throwing variant of `init(payload:isCompact:rowCount:columnCount:)`.
    ///
    /// - Throws: `CIError.numberOutOfRange`.
    public init(
        checkingPayload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int
    ) throws(CIError) {
        try Self.check(Self.numbers(rowCount, columnCount))
        (self.errorCorrectedPayload, self.isCompact) = (errorCorrectedPayload, isCompact)
        (self.rowCount, self.columnCount) = (rowCount, columnCount)
        super.init()
    }

    private static func numbers(_ rowCount: Int, _ columnCount: Int) -> [CheckedNumber] {
        [("rowCount", rowCount, 3...90), ("columnCount", columnCount, 1...30)]
    }

    /// Creates a descriptor from an archive. nil when the archive contains none, or a number out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let rows = coder.decodeInteger(forKey: "rowCount"),
            case let columns = coder.decodeInteger(forKey: "columnCount"), Self.accepts(Self.numbers(rows, columns))
        else { return nil }
        (errorCorrectedPayload, rowCount, columnCount) = (payload, rows, columns)
        isCompact = coder.decodeInteger(forKey: "isCompact") != 0
        super.init(coder: coder)
    }

    /// Writes the payload and the parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    package override var payload: Data { errorCorrectedPayload }
    package override var parameters: [(name: String, value: Int)] {
        [("isCompact", isCompact ? 1 : 0), ("rowCount", rowCount), ("columnCount", columnCount)]
    }
}
