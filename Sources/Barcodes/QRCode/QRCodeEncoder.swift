import CZint

/// Makes QR codes of messages, through zint.
public enum QRCodeEncoder {
    /// The smallest symbol for a message, or one that is no smaller than wanted, with the mask of least penalty.
    ///
    /// - Parameters:
    ///   - message: Bytes, encoded as they are and without a note on their character set; readers take them for UTF-8 or ISO 8859-1.
    ///   - level: How much of the symbol may be damaged.
    ///   - leastVersion: The least version, from 1 to 40.
    public static func grid(message: [UInt8], level: QRCodeLevel, leastVersion: Int = 1) throws(BarcodeRefusal)
        -> ModuleGrid
    {
        guard !message.isEmpty else { throw BarcodeRefusal(.message, "it is empty; give at least one byte") }
        var request = ZintSymbol.Request(symbology: BARCODE_QRCODE, option1: Int32(level.index + 1))
        do {
            let smallest = try ZintSymbol.grid(message: message, request)
            guard smallest.width < 17 + 4 * leastVersion else {
                return QRCodeMasking.leastPenalty(of: smallest, level: level)
            }
            request.option2 = Int32(leastVersion)
            return QRCodeMasking.leastPenalty(of: try ZintSymbol.grid(message: message, request), level: level)
        } catch {
            switch error {
            case .tooLong:
                throw BarcodeRefusal(
                    .message,
                    "its \(message.count) bytes don't fit; a QR code of correction level \(level.rawValue) holds \(level.byteCapacity) bytes"
                )
            case .refused(let reason): throw BarcodeRefusal(.message, reason)
            }
        }
    }

    /// The version of a symbol.
    public static func version(of grid: ModuleGrid) -> Int { (grid.width - 17) / 4 }
}
