import BarcodeReading
import Testing

@testable import Barcodes

@Suite("Barcodes: the mask of a QR code")
struct QRCodeMaskingTests {
    /// Penalties of all eight masks for two messages, and the mask in the symbol that Core Image made (on iOS 7 and iOS
    /// 13).
    static let published: [(message: String, level: QRCodeLevel, penalties: [Int], mask: Int)] = [
        ("http://xamarin.com", .medium, [503, 552, 458, 503, 521, 585, 486, 663], 2),
        ("Hello world", .low, [318, 614, 410, 266, 517, 505, 471, 364], 3),
    ]

    @Test("Mask penalties follow ISO/IEC 18004, and the lowest one is chosen", arguments: published)
    func penalties(message: String, level: QRCodeLevel, penalties: [Int], mask: Int) throws {
        let grid = try QRCodeEncoder.grid(message: Array(message.utf8), level: level)
        #expect(try QRCodeReading(grid).mask == mask)
        let masked = (0..<8).map { QRCodeMasking.masked(grid, with: $0, level: level) }
        #expect(masked.map(QRCodeMasking.penalty(of:)) == penalties)
        for (index, symbol) in masked.enumerated() {
            let reading = try QRCodeReading(symbol)
            #expect(reading.mask == index && reading.level == level)
            #expect(try reading.message() == Array(message.utf8))
        }
    }

    @Test("Symbols with version information keep their message", arguments: QRCodeLevel.allCases)
    func large(level: QRCodeLevel) throws {
        let message = (0..<200).map { UInt8($0 * $0 % 251) }
        let reading = try QRCodeReading(QRCodeEncoder.grid(message: message, level: level))
        #expect(reading.version >= 7)
        #expect(try reading.message() == message)
    }
}
