import CZint

/// Generates QR codes for messages, with zint.
package enum QRCodeEncoder {
    /// Returns the smallest symbol for a message with at least the given version, with the mask of the lowest penalty.
    ///
    /// - Parameters:
    ///   - message: Bytes, which are encoded unchanged and without a declaration of their character set. Readers
    ///     interpret them as UTF-8 or ISO 8859-1.
    ///   - level: The error correction level.
    ///   - minimumVersion: The minimum version, from 1 to 40.
    package static func grid(message: [UInt8], level: QRCodeLevel, minimumVersion: Int = 1) throws(BarcodeRefusal)
        -> ModuleGrid
    {
        guard !message.isEmpty else { throw BarcodeRefusal(.message, "it is empty; give at least one byte") }
        var request = ZintSymbol.Request(symbology: BARCODE_QRCODE, option1: Int32(level.index + 1))
        do {
            let smallest = try ZintSymbol.grid(message: message, request)
            guard smallest.width < 17 + 4 * minimumVersion else {
                return QRCodeMasking.leastPenalty(of: smallest, level: level)
            }
            request.option2 = Int32(minimumVersion)
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

    /// Returns the version of a symbol.
    package static func version(of grid: ModuleGrid) -> Int { (grid.width - 17) / 4 }
}
