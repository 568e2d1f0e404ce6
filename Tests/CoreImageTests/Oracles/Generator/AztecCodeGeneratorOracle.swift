import BarcodeReading
import Barcodes
import CoreImage
import Testing

extension FilterOracle {
    /// A reader after the standard must find the message and valid check codewords, at least as many as requested.
    static let aztecCodeGenerator = FilterOracle("CIAztecCodeGenerator", .formula) {
        let hello = Array("Hello world".utf8)
        let cases: [(message: [UInt8], percent: Float, layers: Float?, compact: Float?, size: Int)] = [
            // The first case has the setting and size of a published render. At 95 %, 8 data codewords need 220 in all,
            // hence 8 layers.
            (hello, 10, 2, 0, 23), (hello, 23, nil, nil, 15), (hello, 95, nil, nil, 49), (hello, 50, nil, 1, 19),
            (hello, 23, nil, 0, 19), (Array(0...255), 33, nil, nil, 61), (hello, 23, 11, nil, 61),
            (Array("Price: 12.50, 99% OFF!\r\n@home_~|\\".utf8), 23, nil, nil, 23),
        ]
        for (message, percent, layers, compact, size) in cases {
            let filter = try #require(CIFilter(name: "CIAztecCodeGenerator"))
            filter.setValue(Data(message), forKey: "inputMessage")
            filter.setValue(percent, forKey: "inputCorrectionLevel")
            filter.setValue(layers, forKey: "inputLayers")
            filter.setValue(compact, forKey: "inputCompactStyle")
            let grid = try ModuleGrid(rendering: filter.outputImage, border: 2)
            let reading = try AztecReading(grid)
            #expect(try reading.message() == message)
            #expect(
                grid.width == size && grid.height == size,
                "\(grid.width), not \(size), for \(percent) % of \(message.count) bytes")
            #expect(compact.map { ($0 != 0) == reading.layout.isCompact } ?? true)
            let share =
                Float(reading.layout.codewordCount - reading.codewords.count) / Float(reading.layout.codewordCount)
            #expect(share * 100 >= percent)
        }
    }
}
