import CoreImage
import Testing

@Suite("Filters: invalid and enlarged barcodes")
struct BarcodeFilterTests {
    @Test(
        "The error for an invalid input names it",
        arguments: [
            ("CIQRCodeGenerator", "inputCorrectionLevel", "X"), ("CIQRCodeGenerator", "inputMessage", Data()),
            ("CIRoundedQRCodeGenerator", "inputCorrectionLevel", ""), ("CIAztecCodeGenerator", "inputLayers", 40),
            ("CIAztecCodeGenerator", "inputLayers", Double.nan), ("CIPDF417BarcodeGenerator", "inputRows", 2),
            ("CIPDF417BarcodeGenerator", "inputDataColumns", 31),
            ("CIPDF417BarcodeGenerator", "inputCorrectionLevel", 9),
            ("CIPDF417BarcodeGenerator", "inputCompactionMode", 1),
            ("CIPDF417BarcodeGenerator", "inputCompactionMode", 4),
            ("CIPDF417BarcodeGenerator", "inputMaxWidth", 30), ("CIPDF417BarcodeGenerator", "inputMinHeight", 1000),
            ("CICode128BarcodeGenerator", "inputMessage", Data([200])),
        ] as [(String, String, any Sendable)])
    func refusals(name: String, key: String, value: any Sendable) throws {
        let filter = try #require(CIFilter(name: name, parameters: ["inputMessage": Data("A".utf8)]))
        filter.setValue(value, forKey: key)
        #expect {
            try PixelGrid(rendering: #require(filter.outputImage), in: CGRect(x: 0, y: 0, width: 1, height: 1))
        } throws: { error in
            guard let error = error as? CIFilterError, case .badValue(name, key, let reason) = error else {
                return false
            }
            return reason.count > 20
        }
    }

    @Test("Enlarged by a transform, modules are squares without soft edges")
    func enlarged() throws {
        let filter = CIFilter.qrCodeGenerator()
        filter.message = Data("A".utf8)
        let image = try #require(filter.outputImage)
        let small = try PixelGrid(rendering: image, in: image.extent)
        let large = image.transformed(by: CGAffineTransform(scaleX: 5, y: 5))
        try expect(large, in: large.extent) { x, y in small[x / 5, y / 5] }
    }

    @Test("Unset typed inputs read 0, which means automatic")
    func unset() throws {
        let code = CIFilter.aztecCodeGenerator()
        code.message = Data("A".utf8)
        #expect(code.layers == 0 && code.compactStyle == 0)
        let chosen = try #require(code.outputImage).extent
        code.layers = 0
        #expect(code.outputImage?.extent == chosen)
        let stack = CIFilter.pdf417BarcodeGenerator()
        stack.message = Data("A".utf8)
        let size = try #require(stack.outputImage).extent
        (stack.rows, stack.dataColumns, stack.minWidth, stack.maxWidth, stack.minHeight, stack.maxHeight) = (
            0, 0, 0, 0, 0, 0
        )
        #expect(stack.outputImage?.extent == size)
    }
}
