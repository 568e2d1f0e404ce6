import Foundation

/// An Aztec code, ISO/IEC 24778.
open class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The data codewords with the dummy bits that keep their bits from being all equal, before check codewords are added.
    ///
    /// Codewords of 6 bits (1 and 2 layers), 8 (up to 8), 10 (up to 22) or 12 follow each other without gaps, the highest bit first; the last byte is
    /// filled up with zeros.
    public let errorCorrectedPayload: Data
    /// Whether the symbol is of the compact style.
    public let isCompact: Bool
    /// Rings of codewords, from 1 to 32, or to 4 when compact.
    public let layerCount: Int
    /// Codewords in the payload, from 1 to 2048; the rest of the symbol is check codewords.
    public let dataCodewordCount: Int

    /// A descriptor; nil when a number is out of range. Whether the payload fits is checked when it is drawn.
    public init?(payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int) {
        guard (1...32).contains(layerCount), (1...2048).contains(dataCodewordCount) else { return nil }
        (self.errorCorrectedPayload, self.isCompact) = (errorCorrectedPayload, isCompact)
        (self.layerCount, self.dataCodewordCount) = (layerCount, dataCodewordCount)
        super.init()
    }

    /// Reads a descriptor; nil when the archive holds none, or one out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            case let layers = coder.decodeInteger(forKey: "layerCount"), (1...32).contains(layers),
            case let count = coder.decodeInteger(forKey: "dataCodewordCount"), (1...2048).contains(count)
        else { return nil }
        (errorCorrectedPayload, layerCount, dataCodewordCount) = (payload, layers, count)
        isCompact = coder.decodeInteger(forKey: "isCompact") != 0
        super.init(coder: coder)
    }

    /// Writes payload and parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    override var payload: Data { errorCorrectedPayload }
    override var parameters: [(name: String, value: Int)] {
        [("isCompact", isCompact ? 1 : 0), ("layerCount", layerCount), ("dataCodewordCount", dataCodewordCount)]
    }
}
