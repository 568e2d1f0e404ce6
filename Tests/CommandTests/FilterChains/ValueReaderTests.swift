import CoreImage
import Testing

@testable import CommandOutput
@testable import FilterChains

@Suite("Values on the command line")
struct ValueReaderTests {
    private let reader = ValueReader { label in throw Refusal("no image \(label)") }

    private func read(_ text: String, as attributeClass: String) throws -> Any {
        try reader.value(text, forKey: "inputX", attributeClass: attributeClass)
    }

    @Test("numbers and switches")
    func numbers() throws {
        #expect(try read("0.5", as: "NSNumber") as? NSNumber == 0.5)
        #expect(try read("-1e3", as: "NSNumber") as? NSNumber == -1000)
        #expect(try read("true", as: "NSNumber") as? NSNumber == 1)
        #expect(try read("off", as: "NSNumber") as? NSNumber == 0)
        #expect(throws: Refusal.self) { try read("much", as: "NSNumber") }
    }

    @Test(
        "vectors of any length, with commas, blanks or brackets",
        arguments: ["1,2,3.5", "1 2 3.5", "[1 2 3.5]", "1, 2, 3.5"])
    func vectors(text: String) throws {
        let vector = try #require(try read(text, as: "CIVector") as? CIVector)
        #expect((0..<vector.count).map { vector.value(at: $0) } == [1, 2, 3.5])
        #expect(throws: Refusal.self) { try read("1,two", as: "CIVector") }
        #expect(throws: Refusal.self) { try read("", as: "CIVector") }
    }

    @Test(
        "colour spaces by Apple's constant, and as people write their names",
        arguments: [
            ("kCGColorSpaceDisplayP3", CGColorSpace(name: CGColorSpace.displayP3)),
            ("display p3", CGColorSpace(name: CGColorSpace.displayP3)),
            ("SRGB", CGColorSpace(name: CGColorSpace.sRGB)),
            ("linear-srgb", CGColorSpace(name: CGColorSpace.linearSRGB)),
            ("device RGB (sRGB)", CGColorSpaceCreateDeviceRGB()), ("DeviceGray", CGColorSpaceCreateDeviceGray()),
        ] as [(String, CGColorSpace?)])
    func colorSpaces(text: String, expected: CGColorSpace?) throws {
        #expect(try read(text, as: "CGColorSpace") as? CGColorSpace == expected && expected != nil)
    }

    @Test(
        "an unknown colour space is refused, with the name that was meant",
        arguments: ["Displai P3", "kCGColorSpaceDisplayP4"])
    func unknownColorSpace(text: String) {
        let refusal = #expect(throws: Refusal.self) { try read(text, as: "CGColorSpace") }
        #expect(refusal?.description.contains("inputX=\(text)") == true)
        #expect(refusal?.description.contains("try kCGColorSpaceDisplayP3") == true, "\(String(describing: refusal))")
    }

    @Test("lists of vectors, with semicolons between them")
    func lists() throws {
        let lines = try #require(try read("0,0,50,40;[50 40 90 10]", as: "NSArray") as? [CIVector])
        #expect(lines == [CIVector(x: 0, y: 0, z: 50, w: 40), CIVector(x: 50, y: 40, z: 90, w: 10)])
        #expect(throws: Refusal.self) { try read("0,0,50,40;here", as: "NSArray") }
    }

    @Test("colours by components and in hexadecimal")
    func colors() throws {
        let hexadecimal = try #require(try read("#ff8000", as: "CIColor") as? CIColor)
        #expect([hexadecimal.red, hexadecimal.green, hexadecimal.blue, hexadecimal.alpha] == [1, 128.0 / 255, 0, 1])
        let transparent = try #require(try read("#00000040", as: "CIColor") as? CIColor)
        #expect(transparent.alpha == 64.0 / 255)
        let components = try #require(try read("0.1,0.2,0.3,0.4", as: "CIColor") as? CIColor)
        #expect([components.red, components.green, components.blue, components.alpha] == [0.1, 0.2, 0.3, 0.4])
        for wrong in ["#12345", "#gg0000", "1,2", "red"] {
            #expect(throws: Refusal.self) { try read(wrong, as: "CIColor") }
        }
    }

    @Test("transforms of six numbers")
    func transforms() throws {
        let transform = try #require(try read("1,2,3,4,5,6", as: "NSAffineTransform") as? NSAffineTransform)
        #expect(CGAffineTransform(transform) == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
        #expect(throws: Refusal.self) { try read("1,2,3", as: "NSAffineTransform") }
    }

    @Test("Lenses: one table or two, from the middle to the corners; anything else is refused with an example")
    func lenses() throws {
        let lens = try #require(
            try read("lens:0,0.5,1;0,-0.25", as: "AVCameraCalibrationData") as? AVCameraCalibrationData)
        #expect(lens.lensDistortionLookupTable == [Float](arrayLiteral: 0, 0.5, 1).withUnsafeBytes { Data($0) })
        #expect(lens.inverseLensDistortionLookupTable == [Float](arrayLiteral: 0, -0.25).withUnsafeBytes { Data($0) })
        for text in ["", "lens:", "lens:1", "lens:0,x", "lens:0,inf", "lens:0,1;", "lens:0,1;0,1;0,1"] {
            #expect { try read(text, as: "AVCameraCalibrationData") } throws: { "\($0)".contains("lens:0,0.02,0.08") }
        }
    }

    @Test("lists of vectors, and QR codes by version, mask, level and codewords")
    func listsAndCodes() throws {
        let vectors = try #require(try read("1,2;3,4,5", as: "NSArray") as? [CIVector])
        #expect(vectors == [CIVector(x: 1, y: 2), CIVector(x: 3, y: 4, z: 5)])
        #expect(throws: Refusal.self) { try read("1,2;x", as: "NSArray") }
        let code = try #require(try read("qr:2,5,h,0aFf", as: "CIBarcodeDescriptor") as? CIQRCodeDescriptor)
        #expect(code.symbolVersion == 2 && code.maskPattern == 5 && code.errorCorrectionLevel == .levelH)
        #expect(Array(code.errorCorrectedPayload) == [0x0A, 0xFF])
        for wrong in [
            "", "qr:", "qr:2,5,H,0", "qr:2,5,H,0g", "qr:2,8,H,00", "qr:41,0,H,00", "qr:2,5,X,00", "aztec:1,0,H,00",
        ] {
            #expect(throws: Refusal.self) { try read(wrong, as: "CIBarcodeDescriptor") }
        }
    }

    @Test("images by label, and classes that have no text form")
    func others() {
        #expect(throws: Refusal.self) { try read("@nothing", as: "CIImage") }
        #expect(throws: (any Error).self) { try read("/no/such/file.png", as: "CIImage") }
        #expect(throws: Refusal.self) { try read("x", as: "AVCameraCalibrationData") }
        #expect((try? read("text", as: "NSString")) as? String == "text")
    }
}
