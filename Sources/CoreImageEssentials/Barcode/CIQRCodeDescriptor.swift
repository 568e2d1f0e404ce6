import Foundation

/// The content and parameters of a QR code, ISO/IEC 18004.
open class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The part of the symbol that may be damaged and still be read. Raw values are the ASCII codes of the letters.
    public enum ErrorCorrectionLevel: Int, Sendable, Hashable, CaseIterable {
        /// About 7 % may be damaged.
        case levelL = 76
        /// About 15 % may be damaged.
        case levelM = 77
        /// About 25 % may be damaged.
        case levelQ = 81
        /// About 30 % may be damaged.
        case levelH = 72
    }

    /// The 8-bit data codewords, including pad codewords, before they are split into blocks and check codewords are
    /// added.
    public let errorCorrectedPayload: Data
    /// The symbol's version, from 1 to 40. A symbol has 17 + 4 · version modules along a side.
    public let symbolVersion: Int
    /// The number of the mask pattern, which selects the modules to invert, from 0 to 7.
    public let maskPattern: UInt8
    /// The error correction level, which determines the number of check codewords.
    public let errorCorrectionLevel: ErrorCorrectionLevel

    /// Creates a descriptor. nil, with the reason in the log, when the version or the mask pattern is out of range.
    /// Drawing the symbol checks that the payload fits.
    public init?(
        payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
        errorCorrectionLevel: ErrorCorrectionLevel
    ) {
        guard Self.accepts(Self.numbers(symbolVersion, Int(maskPattern))) else { return nil }
        (self.errorCorrectedPayload, self.symbolVersion) = (errorCorrectedPayload, symbolVersion)
        (self.maskPattern, self.errorCorrectionLevel) = (maskPattern, errorCorrectionLevel)
        super.init()
    }

    /// Creates a descriptor.
    ///
    /// The throwing variant of `init(payload:symbolVersion:maskPattern:errorCorrectionLevel:)`.
    ///
    /// - Throws: `CIError.numberOutOfRange`.
    public init(
        checkingPayload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
        errorCorrectionLevel: ErrorCorrectionLevel
    ) throws(CIError) {
        try Self.check(Self.numbers(symbolVersion, Int(maskPattern)))
        (self.errorCorrectedPayload, self.symbolVersion) = (errorCorrectedPayload, symbolVersion)
        (self.maskPattern, self.errorCorrectionLevel) = (maskPattern, errorCorrectionLevel)
        super.init()
    }

    private static func numbers(_ symbolVersion: Int, _ maskPattern: Int) -> [CheckedNumber] {
        [("symbolVersion", symbolVersion, 1...40), ("maskPattern", maskPattern, 0...7)]
    }

    /// Creates a descriptor from an archive. nil when the archive contains none, or a number out of range.
    public required init?(coder: NSCoder) {
        guard let payload = Self.decodedPayload(from: coder),
            let level = ErrorCorrectionLevel(rawValue: coder.decodeInteger(forKey: "errorCorrectionLevel")),
            case let version = coder.decodeInteger(forKey: "symbolVersion"),
            case let mask = coder.decodeInteger(forKey: "maskPattern"), Self.accepts(Self.numbers(version, mask))
        else { return nil }
        (errorCorrectedPayload, symbolVersion, maskPattern, errorCorrectionLevel) = (
            payload, version, UInt8(mask), level
        )
        super.init(coder: coder)
    }

    /// Writes the payload and the parameters.
    open override func encode(with coder: NSCoder) { encodeContents(with: coder) }

    package override var payload: Data { errorCorrectedPayload }
    package override var parameters: [(name: String, value: Int)] {
        [
            ("symbolVersion", symbolVersion), ("maskPattern", Int(maskPattern)),
            ("errorCorrectionLevel", errorCorrectionLevel.rawValue),
        ]
    }
}
