import CZint

/// Generates Code 128 barcodes for messages, with zint.
package enum Code128Encoder {
    /// Returns one row of modules for a message of ASCII characters.
    package static func grid(message: [UInt8]) throws(BarcodeRefusal) -> ModuleGrid {
        guard !message.isEmpty else { throw BarcodeRefusal(.message, "it is empty; give at least one character") }
        if let place = message.firstIndex(where: { $0 > 127 }) {
            throw BarcodeRefusal(
                .message,
                "byte \(message[place]) at \(place) is not ASCII, and Code 128 encodes nothing else; leave it out, or use a QR code"
            )
        }
        do { return try ZintSymbol.grid(message: message, ZintSymbol.Request(symbology: BARCODE_CODE128)) } catch {
            switch error {
            case .tooLong:
                throw BarcodeRefusal(
                    .message,
                    "its \(message.count) characters don't fit; a Code 128 barcode holds \(capacity(startingWith: message)) of these"
                )
            case .refused(let reason): throw BarcodeRefusal(.message, reason)
            }
        }
    }

    /// Returns the number of characters that fit. It depends on the message, because a pair of digits takes the space
    /// of one character.
    private static func capacity(startingWith message: [UInt8]) -> Int {
        var (fits, fails) = (0, message.count)
        while fails - fits > 1 {
            let middle = (fits + fails) / 2
            let part = Array(message.prefix(middle))
            if (try? ZintSymbol.grid(message: part, ZintSymbol.Request(symbology: BARCODE_CODE128))) != nil {
                fits = middle
            } else {
                fails = middle
            }
        }
        return fits
    }
}
