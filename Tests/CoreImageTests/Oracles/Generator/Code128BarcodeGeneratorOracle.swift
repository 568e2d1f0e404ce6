import BarcodeReading
import Barcodes
import CoreImage
import Testing

extension FilterOracle {
    /// A reader with the standard's table of bars must find the message and the correct check character. The first size
    /// is that of a published render.
    static let code128BarcodeGenerator = FilterOracle("CICode128BarcodeGenerator", .formula) {
        let cases: [(message: String, quiet: Int, height: Int, width: Int)] = [
            // Start, check character and 11 characters of 11 modules each, a stop pattern of 13, and the quiet space.
            ("Hello world", 20, 100, 13 * 11 + 13 + 40), ("A", 0, 1, 3 * 11 + 13),
            // Digits are encoded in pairs. The tab takes a shift and a character.
            ("0123456789", 10, 32, 7 * 11 + 13 + 20), ("tab\tand~{}", 3, 7, 13 * 11 + 13 + 6),
        ]
        for (message, quiet, height, width) in cases {
            let filter = CIFilter.code128BarcodeGenerator()
            (filter.message, filter.quietSpace, filter.barcodeHeight) = (
                Data(message.utf8), Float(quiet), Float(height)
            )
            let grid = try ModuleGrid(rendering: filter.outputImage, border: quiet, rowHeight: height)
            #expect(grid.height == 1)
            let extent = try #require(filter.outputImage).extent
            #expect(extent.size == CGSize(width: width, height: height + 2 * quiet), "\(message): \(extent)")
            let reading = try Code128Reading((0..<grid.width).map { grid[$0, 0] })
            #expect(reading.message == Array(message.utf8))
        }
    }
}
