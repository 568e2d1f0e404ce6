import Foundation

/// The content and parameters of a Data Matrix symbol, ISO/IEC 16022.
open class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The error correction of a symbol. Raw values are the standard's numbers.
    public enum ECCVersion: Int, Sendable, Hashable, CaseIterable {
        /// No error correction.
        case v000 = 0
        /// A convolutional code of rate 3/4.
        case v050 = 50
        /// A convolutional code of rate 2/3.
        case v080 = 80
        /// A convolutional code of rate 1/2.
        case v100 = 100
        /// A convolutional code of rate 1/4.
        case v140 = 140
        /// Reed–Solomon codewords, as used today. Only symbols of this version can be drawn.
        case v200 = 200
    }

    /// The 8-bit data codewords, including pad codewords and without check codewords.
    public let errorCorrectedPayload: Data
    /// The number of rows of modules, from 8 to 144.
    public let rowCount: Int
    /// The number of columns of modules, from 8 to 144.
    public let columnCount: Int
    /// The error correction.
    public let eccVersion: ECCVersion

    /// Creates a descriptor. nil when rows or columns are out of range. Drawing the symbol checks that the size exists
    /// and that the payload fits.
    public init?(payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion) {
        guard (8...144).contains(rowCount), (8...144).contains(columnCount) else { return nil }
        (self.errorCorrectedPayload, self.rowCount) = (errorCorrectedPayload, rowCount)
        (self.columnCount, self.eccVersion) = (columnCount, eccVersion)
        super.init()
    }

    /// Creates a descriptor from an archive. nil when the archive contains none, or a number out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let rows = coder.decodeInteger(forKey: "rowCount"), (8...144).contains(rows),
            case let columns = coder.decodeInteger(forKey: "columnCount"), (8...144).contains(columns),
            let version = ECCVersion(rawValue: coder.decodeInteger(forKey: "eccVersion"))
        else { return nil }
        (errorCorrectedPayload, rowCount, columnCount, eccVersion) = (payload, rows, columns, version)
        super.init(coder: coder)
    }

    /// Writes the payload and the parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    override var payload: Data { errorCorrectedPayload }
    override var parameters: [(name: String, value: Int)] {
        [("rowCount", rowCount), ("columnCount", columnCount), ("eccVersion", eccVersion.rawValue)]
    }
}
