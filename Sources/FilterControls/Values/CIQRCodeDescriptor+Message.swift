import Barcodes
import CoreImageEssentials
import Foundation

extension CIQRCodeDescriptor {
    /// Creates the descriptor of the smallest QR code with level M that holds the bytes in one segment of mode "byte",
    /// by ISO/IEC 18004, section 7.4. nil if there are too many.
    convenience init?(message: [UInt8]) {
        let level = QRCodeLevel.medium
        // Four bits for the mode, the number of bytes in 8 or 16 bits, and the bytes.
        func length(_ version: Int) -> Int { 4 + (version < 10 ? 8 : 16) + 8 * message.count }
        func capacity(_ version: Int) -> Int { QRCodeBlocks(version: version, level: level).dataCount }
        guard let version = (1...40).first(where: { length($0) <= 8 * capacity($0) }) else { return nil }
        var bits = [false, true, false, false]
        func append(_ number: Int, count: Int) {
            for bit in (0..<count).reversed() { bits.append(number >> bit & 1 == 1) }
        }
        append(message.count, count: version < 10 ? 8 : 16)
        for byte in message { append(Int(byte), count: 8) }
        // The terminator has up to four bits, and the last codeword is filled with zeros.
        append(0, count: min(4, 8 * capacity(version) - bits.count))
        append(0, count: (8 - bits.count % 8) % 8)
        var codewords = stride(from: 0, to: bits.count, by: 8).map { first in
            bits[first..<first + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let padding: [UInt8] = [0b1110_1100, 0b0001_0001]
        for index in 0..<(capacity(version) - codewords.count) { codewords.append(padding[index % 2]) }
        self.init(
            payload: Data(codewords), symbolVersion: version, maskPattern: 0, errorCorrectionLevel: .levelM)
    }
}
