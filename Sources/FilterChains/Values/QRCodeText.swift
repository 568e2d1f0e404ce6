import CoreImage

/// A QR code descriptor on the command line: `qr:VERSION,MASK,LEVEL,HEX`.
package struct QRCodeText {
    package let version: Int
    package let mask: UInt8
    package let level: CIQRCodeDescriptor.ErrorCorrectionLevel
    /// The data codewords, each written as two hexadecimal digits.
    package let codewords: [UInt8]

    package init?(_ text: String) {
        guard text.lowercased().hasPrefix("qr:") else { return nil }
        let parts = text.dropFirst(3).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 4, let version = Int(parts[0]), let mask = UInt8(parts[1]), parts[2].utf8.count == 1,
            let letter = parts[2].uppercased().utf8.first,
            let level = CIQRCodeDescriptor.ErrorCorrectionLevel(rawValue: Int(letter))
        else { return nil }
        let digits = parts[3].compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == parts[3].count, digits.count % 2 == 0 else { return nil }
        (self.version, self.mask, self.level) = (version, mask, level)
        codewords = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
