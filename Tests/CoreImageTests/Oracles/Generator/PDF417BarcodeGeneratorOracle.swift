import BarcodeReading
import Barcodes
import CoreImage
import Testing

extension FilterOracle {
    /// A reader after the standard must find the message, correct row indicators and valid check codewords. A published
    /// render agrees in every pixel.
    static let pdf417BarcodeGenerator = FilterOracle("CIPDF417BarcodeGenerator", .published) {
        let text = "Hello worlds. PDF417: 50% <of> [it] & {more}; a\tb\r\nEND 0123456789 ~`_"
        let digits = String(repeating: "90817263544536271809", count: 5)
        let cases: [(message: [UInt8], inputs: [String: Any])] = [
            (Array(text.utf8), [:]), (Array(digits.utf8), ["inputCompactionMode": 1]), (Array(0...255), [:]),
            (Array(text.utf8), ["inputCompactionMode": 3, "inputCorrectionLevel": 0]),
            (Array((text + digits + "Ünïcödé" + text).utf8), ["inputCompactStyle": true, "inputCorrectionLevel": 5]),
            (Array("a1".utf8), ["inputAlwaysSpecifyCompaction": true, "inputDataColumns": 1]),
            ([0xff], ["inputRows": 90, "inputDataColumns": 2]), (Array("0".utf8), ["inputPreferredAspectRatio": 0.5]),
        ]
        for (message, inputs) in cases {
            let filter = try #require(CIFilter(name: "CIPDF417BarcodeGenerator"))
            filter.setValuesForKeys(inputs)
            filter.setValue(Data(message), forKey: "inputMessage")
            let reading = try PDF417Reading(ModuleGrid(rendering: filter.outputImage, border: 2, rowHeight: 3))
            #expect(try reading.message() == message)
            #expect(reading.size.isCompact == (inputs["inputCompactStyle"] != nil))
            #expect((inputs["inputCorrectionLevel"] as? Int).map { $0 == reading.level } ?? true)
            #expect((inputs["inputDataColumns"] as? Int).map { $0 == reading.size.columns } ?? true)
            #expect((inputs["inputRows"] as? Int).map { $0 == reading.size.rows } ?? true)
        }
        try comparePublishedPDF417()
    }

    /// Compares a published render: its codewords, which were read off it, and all of its pixels if the picture is
    /// available.
    private static func comparePublishedPDF417() throws {
        let filter = CIFilter.pdf417BarcodeGenerator()
        filter.message = Data("Hello worlds".utf8)
        (filter.rows, filter.dataColumns, filter.correctionLevel) = (10, 10, 2)
        (filter.minWidth, filter.maxWidth, filter.minHeight, filter.maxHeight) = (100, 500, 100, 100)
        (filter.compactionMode, filter.alwaysSpecifyCompaction, filter.compactStyle) = (2, 1, 1)
        filter.preferredAspectRatio = 3
        let image = try #require(filter.outputImage)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 209, height: 34))
        let reading = try PDF417Reading(ModuleGrid(rendering: image, border: 2, rowHeight: 3))
        let text = [92, 900, 237, 131, 344, 802, 437, 333, 569]
        #expect(reading.codewords == text + [Int](repeating: 900, count: 92 - text.count))
        guard PublishedRenderTests.isPresent else { return }
        let published = try PublishedRenderTests.picture("9dc498975f")
        #expect(image.extent == published.extent)
        let found = try PublishedRenderTests.values(of: image, in: image.extent)
        #expect(try found == PublishedRenderTests.values(of: published, in: image.extent))
    }
}
