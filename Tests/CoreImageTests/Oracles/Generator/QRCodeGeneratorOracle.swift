import BarcodeReading
import Barcodes
import CoreImage
import Testing

extension FilterOracle {
    /// A reader after the standard must find the message, the level and valid check codewords, in symbols of the
    /// version that capacity tables give.
    static let qrCodeGenerator = FilterOracle("CIQRCodeGenerator", .formula) {
        let cases: [(message: [UInt8], level: String, version: Int)] = [
            (Array("Hello world".utf8), "L", 1), (Array("01234567890123456789012345678901234".utf8), "M", 2),
            // The standard's table 7: 62 digits need version 3 at level Q, 20 letters version 2 at level H.
            (Array(String(repeating: "9", count: 62).utf8), "Q", 3), (Array("HTTP://EXAMPLE.COM/A".utf8), "H", 2),
            (Array(0...255), "M", 11), ([0], "Q", 1), (Array("Grüße, 世界".utf8), "H", 3),
        ]
        for (message, level, version) in cases {
            let filter = CIFilter.qrCodeGenerator()
            (filter.message, filter.correctionLevel) = (Data(message), level)
            let grid = try ModuleGrid(rendering: filter.outputImage, border: 1)
            let reading = try QRCodeReading(grid)
            #expect(try reading.message() == message)
            #expect(reading.level.rawValue == level && reading.version == version)
        }
    }
}
