import Foundation

/// A Data Matrix symbol, ISO/IEC 16022.
open class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// How the symbol is protected against damage; raw values are the standard's numbers.
    public enum ECCVersion: Int, Sendable, Hashable, CaseIterable {
        /// Not at all.
        case v000 = 0
        /// By a convolutional code of rate 3/4.
        case v050 = 50
        /// By a convolutional code of rate 2/3.
        case v080 = 80
        /// By a convolutional code of rate 1/2.
        case v100 = 100
        /// By a convolutional code of rate 1/4.
        case v140 = 140
        /// By Reed–Solomon codewords: what is used today, and the only one that can be drawn.
        case v200 = 200
    }

    /// The 8-bit data codewords, pad codewords included, before check codewords are added.
    public let errorCorrectedPayload: Data
    /// Rows of modules.
    public let rowCount: Int
    /// Columns of modules.
    public let columnCount: Int
    /// How it is protected against damage.
    public let eccVersion: ECCVersion

    /// A descriptor; nil when rows or columns are out of range. Whether there is such a size and the payload fits is checked when it is drawn.
    public init?(payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion) {
        guard (8...144).contains(rowCount), (8...144).contains(columnCount) else { return nil }
        (self.errorCorrectedPayload, self.rowCount) = (errorCorrectedPayload, rowCount)
        (self.columnCount, self.eccVersion) = (columnCount, eccVersion)
        super.init()
    }

    /// Reads a descriptor; nil when the archive holds none, or one out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let rows = coder.decodeInteger(forKey: "rowCount"), (8...144).contains(rows),
            case let columns = coder.decodeInteger(forKey: "columnCount"), (8...144).contains(columns),
            let version = ECCVersion(rawValue: coder.decodeInteger(forKey: "eccVersion"))
        else { return nil }
        (errorCorrectedPayload, rowCount, columnCount, eccVersion) = (payload, rows, columns, version)
        super.init(coder: coder)
    }

    /// Writes payload and parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    override var payload: Data { errorCorrectedPayload }
    override var parameters: [(name: String, value: Int)] {
        [("rowCount", rowCount), ("columnCount", columnCount), ("eccVersion", eccVersion.rawValue)]
    }
}
