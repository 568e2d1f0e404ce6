import BarcodeReading
import Barcodes
import CoreImage
import Testing

extension FilterOracle {
    /// Symbols drawn by the other generators are read and drawn again from their data codewords. The pictures must be
    /// equal.
    static let barcodeGenerator = FilterOracle("CIBarcodeGenerator", .formula) {
        let message = Data("Descriptors 0123456789 describe".utf8)
        func drawn(_ descriptor: CIBarcodeDescriptor?) throws -> CIImage? {
            let filter = CIFilter.barcodeGenerator()
            filter.barcodeDescriptor = try #require(descriptor)
            return filter.outputImage
        }
        for (level, letter) in zip(CIQRCodeDescriptor.ErrorCorrectionLevel.allCases, ["L", "M", "Q", "H"]) {
            let filter = CIFilter(
                name: "CIQRCodeGenerator", parameters: ["inputMessage": message, "inputCorrectionLevel": letter])
            let grid = try ModuleGrid(rendering: filter?.outputImage, border: 1)
            let reading = try QRCodeReading(grid)
            let descriptor = CIQRCodeDescriptor(
                payload: Data(reading.codewords), symbolVersion: reading.version, maskPattern: UInt8(reading.mask),
                errorCorrectionLevel: level)
            #expect(try ModuleGrid(rendering: drawn(descriptor), border: 1) == grid)
        }
        for layers in [2, 7, 9, 23] {
            let filter = CIFilter(
                name: "CIAztecCodeGenerator",
                parameters: ["inputMessage": message, "inputLayers": layers, "inputCompactStyle": 0])
            let grid = try ModuleGrid(rendering: filter?.outputImage, border: 2)
            let reading = try AztecReading(grid)
            let bits = reading.codewords.flatMap { word in
                (0..<reading.layout.wordSize).map { word >> (reading.layout.wordSize - 1 - $0) & 1 }
            }
            let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
                (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count ? UInt8(bits[start + $1]) : 0) }
            }
            let descriptor = CIAztecCodeDescriptor(
                payload: Data(bytes), isCompact: false, layerCount: layers, dataCodewordCount: reading.codewords.count)
            #expect(try ModuleGrid(rendering: drawn(descriptor), border: 2) == grid)
        }
        for isCompact in [false, true] {
            let filter = CIFilter(
                name: "CIPDF417BarcodeGenerator", parameters: ["inputMessage": message, "inputCompactStyle": isCompact])
            let grid = try ModuleGrid(rendering: filter?.outputImage, border: 2, rowHeight: 3)
            let reading = try PDF417Reading(grid)
            for order in [[8, 0], [0, 8]] {
                let bytes = reading.codewords.flatMap { word in order.map { UInt8(word >> $0 & 255) } }
                let descriptor = CIPDF417CodeDescriptor(
                    payload: Data(bytes), isCompact: isCompact, rowCount: reading.size.rows,
                    columnCount: reading.size.columns)
                #expect(try ModuleGrid(rendering: drawn(descriptor), border: 2, rowHeight: 3) == grid)
            }
        }
        // "Wiki" in the ASCII encodation, padded; the standard's pad codewords after the first are scrambled, which
        // readers skip.
        for (rows, columns, count) in [(10, 10, 3), (32, 32, 62), (12, 36, 22), (52, 52, 204)] {
            let text = Array("Wiki".utf8.prefix(count))
            let words = text.map { $0 + 1 } + [UInt8](repeating: 129, count: count - text.count)
            let descriptor = CIDataMatrixCodeDescriptor(
                payload: Data(words), rowCount: rows, columnCount: columns, eccVersion: .v200)
            let reading = try DataMatrixReading(ModuleGrid(rendering: drawn(descriptor), border: 1))
            #expect(try reading.message() == text && reading.codewords == words)
        }
    }
}
