import CoreImage
import Testing

@Suite("Barcode descriptors")
struct BarcodeDescriptorTests {
    private let payload = Data([0x40, 0x14, 0x10] + [UInt8](repeating: 0xec, count: 16))

    private func descriptors() throws -> [CIBarcodeDescriptor] {
        [
            try #require(
                CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelL)),
            try #require(
                CIAztecCodeDescriptor(payload: payload, isCompact: true, layerCount: 2, dataCodewordCount: 25)),
            try #require(CIPDF417CodeDescriptor(payload: payload, isCompact: false, rowCount: 7, columnCount: 2)),
            try #require(
                CIDataMatrixCodeDescriptor(payload: payload, rowCount: 18, columnCount: 18, eccVersion: .v200)),
        ]
    }

    @Test("Descriptors keep their values, compare by value and can be archived")
    func archives() throws {
        let all = try descriptors()
        for (index, descriptor) in all.enumerated() {
            let data = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: descriptor), from: data)
            #expect(read == descriptor && read?.hash == descriptor.hash && read !== descriptor)
            #expect(descriptor.copy() as? CIBarcodeDescriptor === descriptor)
            for other in all.indices where other != index { #expect(descriptor != all[other]) }
            #expect(descriptor.description.contains("19 bytes"))
        }
        let code = try #require(all[0] as? CIQRCodeDescriptor)
        #expect(code.errorCorrectedPayload == payload && code.symbolVersion == 1 && code.maskPattern == 3)
        #expect(code.errorCorrectionLevel == .levelL && CIQRCodeDescriptor.ErrorCorrectionLevel.levelQ.rawValue == 81)
        #expect(
            code
                != CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 4, errorCorrectionLevel: .levelL)
        )
    }

    @Test("Values out of range return nil")
    func ranges() {
        for version in [0, 41] {
            #expect(
                CIQRCodeDescriptor(
                    payload: payload, symbolVersion: version, maskPattern: 0, errorCorrectionLevel: .levelL)
                    == nil)
        }
        #expect(
            CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 8, errorCorrectionLevel: .levelL) == nil
        )
        for (layers, words) in [(0, 1), (33, 1), (1, 0), (1, 2049)] {
            #expect(
                CIAztecCodeDescriptor(payload: payload, isCompact: false, layerCount: layers, dataCodewordCount: words)
                    == nil)
        }
        for (rows, columns) in [(2, 1), (91, 1), (3, 0), (3, 31)] {
            #expect(
                CIPDF417CodeDescriptor(payload: payload, isCompact: false, rowCount: rows, columnCount: columns) == nil)
        }
        #expect(CIDataMatrixCodeDescriptor(payload: payload, rowCount: 7, columnCount: 18, eccVersion: .v200) == nil)
    }

    @Test("The throwing initializers name the parameter that is out of range")
    func reasons() throws {
        let made = try CIQRCodeDescriptor(
            checkingPayload: payload, symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelL)
        #expect(try made == descriptors()[0])
        func text(_ body: () throws -> CIBarcodeDescriptor) throws -> String {
            let error = #expect(throws: CIError.self) { _ = try body() }
            return "\(try #require(error))"
        }
        #expect(
            try text {
                try CIQRCodeDescriptor(
                    checkingPayload: payload, symbolVersion: 41, maskPattern: 0, errorCorrectionLevel: .levelL)
            } == "CIQRCodeDescriptor takes a symbolVersion from 1 to 40, not 41")
        #expect(
            try text {
                try CIAztecCodeDescriptor(
                    checkingPayload: payload, isCompact: false, layerCount: 1, dataCodewordCount: 0)
            } == "CIAztecCodeDescriptor takes a dataCodewordCount from 1 to 2048, not 0")
        #expect(
            try text {
                try CIPDF417CodeDescriptor(checkingPayload: payload, isCompact: false, rowCount: 2, columnCount: 1)
            } == "CIPDF417CodeDescriptor takes a rowCount from 3 to 90, not 2")
        #expect(
            try text {
                try CIDataMatrixCodeDescriptor(
                    checkingPayload: payload, rowCount: 18, columnCount: 145, eccVersion: .v200)
            } == "CIDataMatrixCodeDescriptor takes a columnCount from 8 to 144, not 145")
    }

    @Test("Rendering an invalid symbol throws the reason")
    func refusals() throws {
        let bad: [(CIBarcodeDescriptor?, String)] = [
            (
                CIQRCodeDescriptor(payload: payload, symbolVersion: 2, maskPattern: 3, errorCorrectionLevel: .levelL),
                "19 codewords; a QR code of version 2 and level L carries 34"
            ),
            (
                CIAztecCodeDescriptor(payload: payload, isCompact: true, layerCount: 5, dataCodewordCount: 3),
                "1 to 4 layers"
            ),
            (
                CIAztecCodeDescriptor(payload: payload, isCompact: false, layerCount: 2, dataCodewordCount: 30),
                "152 bits"
            ),
            (CIPDF417CodeDescriptor(payload: payload, isCompact: false, rowCount: 7, columnCount: 2), "16 bits"),
            (CIDataMatrixCodeDescriptor(payload: payload, rowCount: 9, columnCount: 9, eccVersion: .v080), "ECC 80"),
            (CIDataMatrixCodeDescriptor(payload: payload, rowCount: 9, columnCount: 9, eccVersion: .v200), "9 rows"),
        ]
        for (descriptor, text) in bad {
            let filter = CIFilter.barcodeGenerator()
            filter.barcodeDescriptor = try #require(descriptor)
            #expect {
                try PixelGrid(rendering: #require(filter.outputImage), in: CGRect(x: 0, y: 0, width: 1, height: 1))
            } throws: { error in
                "\(error)".contains("inputBarcodeDescriptor") && "\(error)".contains(text)
            }
            #expect(filter.value(forKey: "outputCGImage") == nil)
        }
    }

    @Test("Symbols are also CGImages, under the key of their kind and the common one")
    func bitmaps() throws {
        let keys = [
            "outputCGImageForQRCodeDescriptor", "outputCGImageForAztecCodeDescriptor",
            "outputCGImageForPDF417CodeDescriptor", "outputCGImageForDataMatrixCodeDescriptor",
        ]
        let filter = CIFilter.barcodeGenerator()
        filter.barcodeDescriptor = try descriptors()[0]
        for key in keys { #expect((filter.value(forKey: key) != nil) == (key == keys[0])) }
        let bitmap = try #require(filter.value(forKey: "outputCGImage") as? CGImage)
        #expect(bitmap.width == 23 && bitmap.height == 23)
        let code = CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": Data("A".utf8)])
        #expect((code?.value(forKey: "outputCGImage") as? CGImage)?.width == 23)
    }
}
