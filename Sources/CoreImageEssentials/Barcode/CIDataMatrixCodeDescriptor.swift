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

    /// Creates a descriptor. nil, with the reason in the log, when rows or columns are out of range. Drawing the symbol
    /// checks that the size exists and that the payload fits.
    public init?(payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion) {
        guard Self.accepts(Self.numbers(rowCount, columnCount)) else { return nil }
        (self.errorCorrectedPayload, self.rowCount) = (errorCorrectedPayload, rowCount)
        (self.columnCount, self.eccVersion) = (columnCount, eccVersion)
        super.init()
    }

    /// Creates a descriptor.
    ///
    /// The throwing variant of `init(payload:rowCount:columnCount:eccVersion:)`.
    ///
    /// - Throws: `CIError.numberOutOfRange`.
    public init(
        checkingPayload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion
    ) throws(CIError) {
        try Self.check(Self.numbers(rowCount, columnCount))
        (self.errorCorrectedPayload, self.rowCount) = (errorCorrectedPayload, rowCount)
        (self.columnCount, self.eccVersion) = (columnCount, eccVersion)
        super.init()
    }

    private static func numbers(_ rowCount: Int, _ columnCount: Int) -> [CheckedNumber] {
        [("rowCount", rowCount, 8...144), ("columnCount", columnCount, 8...144)]
    }

    /// Creates a descriptor from an archive. nil when the archive contains none, or a number out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let rows = coder.decodeInteger(forKey: "rowCount"),
            case let columns = coder.decodeInteger(forKey: "columnCount"), Self.accepts(Self.numbers(rows, columns)),
            let version = ECCVersion(rawValue: coder.decodeInteger(forKey: "eccVersion"))
        else { return nil }
        (errorCorrectedPayload, rowCount, columnCount, eccVersion) = (payload, rows, columns, version)
        super.init(coder: coder)
    }

    /// Writes the payload and the parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    package override var payload: Data { errorCorrectedPayload }
    package override var parameters: [(name: String, value: Int)] {
        [("rowCount", rowCount), ("columnCount", columnCount), ("eccVersion", eccVersion.rawValue)]
    }
}
