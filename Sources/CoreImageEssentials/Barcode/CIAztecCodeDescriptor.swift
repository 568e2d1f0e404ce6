import Foundation

/// The content and parameters of an Aztec code, ISO/IEC 24778.
open class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The data codewords without check codewords. They include the dummy bits of the standard, which keep the bits of
    /// a codeword from being all equal.
    ///
    /// Codewords have 6 bits (1 and 2 layers), 8 (up to 8 layers), 10 (up to 22 layers) or 12 (more layers). They
    /// follow each other without gaps, the highest bit first. The last byte is padded with zeros.
    public let errorCorrectedPayload: Data
    /// Whether the symbol is a compact one.
    public let isCompact: Bool
    /// The number of rings of codewords, from 1 to 32, or to 4 in a compact symbol.
    public let layerCount: Int
    /// The number of data codewords in the payload, from 1 to 2048. The rest of the symbol is check codewords.
    public let dataCodewordCount: Int

    /// Creates a descriptor. nil, with the reason in the log, when a number is out of range. Drawing the symbol checks
    /// that the payload fits, and that a compact symbol has at most 4 layers.
    public init?(payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int) {
        guard Self.accepts(Self.numbers(layerCount, dataCodewordCount)) else { return nil }
        (self.errorCorrectedPayload, self.isCompact) = (errorCorrectedPayload, isCompact)
        (self.layerCount, self.dataCodewordCount) = (layerCount, dataCodewordCount)
        super.init()
    }

    /// Creates a descriptor.
    ///
    /// The throwing variant of `init(payload:isCompact:layerCount:dataCodewordCount:)`.
    ///
    /// - Throws: `CIError.numberOutOfRange`.
    public init(
        checkingPayload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int
    ) throws(CIError) {
        try Self.check(Self.numbers(layerCount, dataCodewordCount))
        (self.errorCorrectedPayload, self.isCompact) = (errorCorrectedPayload, isCompact)
        (self.layerCount, self.dataCodewordCount) = (layerCount, dataCodewordCount)
        super.init()
    }

    private static func numbers(_ layerCount: Int, _ dataCodewordCount: Int) -> [CheckedNumber] {
        [("layerCount", layerCount, 1...32), ("dataCodewordCount", dataCodewordCount, 1...2048)]
    }

    /// Creates a descriptor from an archive. nil when the archive contains none, or a number out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let layers = coder.decodeInteger(forKey: "layerCount"),
            case let count = coder.decodeInteger(forKey: "dataCodewordCount"),
            Self.accepts(Self.numbers(layers, count))
        else { return nil }
        (errorCorrectedPayload, layerCount, dataCodewordCount) = (payload, layers, count)
        isCompact = coder.decodeInteger(forKey: "isCompact") != 0
        super.init(coder: coder)
    }

    /// Writes the payload and the parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    package override var payload: Data { errorCorrectedPayload }
    package override var parameters: [(name: String, value: Int)] {
        [("isCompact", isCompact ? 1 : 0), ("layerCount", layerCount), ("dataCodewordCount", dataCodewordCount)]
    }
}
