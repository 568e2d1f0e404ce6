import Foundation

/// A QR code, ISO/IEC 18004.
open class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// How much of the symbol may be damaged; raw values are the letters' ASCII codes.
    public enum ErrorCorrectionLevel: Int, Sendable, Hashable, CaseIterable {
        /// About 7 %.
        case levelL = 76
        /// About 15 %.
        case levelM = 77
        /// About 25 %.
        case levelQ = 81
        /// About 30 %.
        case levelH = 72
    }

    /// The 8-bit data codewords, pad codewords included, before they are split into blocks and check codewords are added.
    public let errorCorrectedPayload: Data
    /// The symbol's version, from 1 to 40; it has 17 + 4 · version modules along a side.
    public let symbolVersion: Int
    /// Which modules are inverted, from 0 to 7.
    public let maskPattern: UInt8
    /// How many check codewords there are.
    public let errorCorrectionLevel: ErrorCorrectionLevel

    /// A descriptor; nil when version or mask pattern are out of range. Whether the payload fits is checked when it is drawn.
    public init?(
        payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
        errorCorrectionLevel: ErrorCorrectionLevel
    ) {
        guard (1...40).contains(symbolVersion), maskPattern <= 7 else { return nil }
        (self.errorCorrectedPayload, self.symbolVersion) = (errorCorrectedPayload, symbolVersion)
        (self.maskPattern, self.errorCorrectionLevel) = (maskPattern, errorCorrectionLevel)
        super.init()
    }

    /// Reads a descriptor; nil when the archive holds none, or one out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            let level = ErrorCorrectionLevel(rawValue: coder.decodeInteger(forKey: "errorCorrectionLevel")),
            case let version = coder.decodeInteger(forKey: "symbolVersion"), (1...40).contains(version),
            case let mask = coder.decodeInteger(forKey: "maskPattern"), (0...7).contains(mask)
        else { return nil }
        (errorCorrectedPayload, symbolVersion, maskPattern, errorCorrectionLevel) = (
            payload, version, UInt8(mask), level
        )
        super.init(coder: coder)
    }

    /// Writes payload and parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    override var payload: Data { errorCorrectedPayload }
    override var parameters: [(name: String, value: Int)] {
        [
            ("symbolVersion", symbolVersion), ("maskPattern", Int(maskPattern)),
            ("errorCorrectionLevel", errorCorrectionLevel.rawValue),
        ]
    }
}
