import BarcodeReading
import CoreImage
import Foundation
import Testing

/// Groups of controls, and values that users set.
@Suite("Values and groups of controls")
struct ControlValueTests {
    /// A filter with an input in each group.
    private final class Grouped: CIFilter {
        @CIInput(default: 1) var inputA: Float
        @CIInput(default: 1) var inputB: Float
        @CIInput(default: 1) var inputC: Float
        @CIInput(default: 1) var inputD: Float
        @CIInput(default: 1) var inputE: Float

        override class func customAttributes() -> [String: Any]? {
            [
                "inputB": [kCIUIParameterSet: kCIUISetIntermediate], "inputC": [kCIUIParameterSet: kCIUISetAdvanced],
                "inputD": [kCIUIParameterSet: kCIUISetDevelopment], "inputE": [kCIUIParameterSet: kCIUISetBasic],
            ]
        }
    }

    @Test(
        "A group includes the smaller ones",
        arguments: [
            (kCIUISetBasic, "AE"), (kCIUISetIntermediate, "ABE"), (kCIUISetAdvanced, "ABCE"),
            (kCIUISetDevelopment, "ABCDE"), ("another", "ABCDE"),
        ])
    func groups(set: String, keys: String) {
        let controls = Grouped().controls(forUIConfiguration: [kCIUIParameterSet: set])
        #expect(controls.map(\.key) == keys.map { "input\($0)" })
    }

    @Test("Inputs can be excluded")
    func excluded() {
        #expect(CIFilter(name: "CISepiaTone")?.controls(excludedKeys: ["inputImage"]).map(\.key) == ["inputIntensity"])
    }

    @Test("The documented forms of JSON")
    func json() throws {
        let text =
            #"[0.5, true, [150, 150], [[0, 0, 100, 50]], {"r": 1, "g": 0.5, "b": 0}, "Hello", {"base64": "AACAPw=="}]"#
        let values = try JSONDecoder().decode([CIFilterControlValue].self, from: Data(text.utf8))
        #expect(
            values == [
                .number(0.5), .boolean(true), .numbers([150, 150]), .rows([[0, 0, 100, 50]]),
                .color(red: 1, green: 0.5, blue: 0, alpha: 1), .text("Hello"), .data(Data([0, 0, 128, 63])),
            ])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CIFilterControlValue.self, from: Data(#"{"x": 1}"#.utf8))
        }
    }

    @Test(
        "Values of a wrong form are refused, with the right one",
        arguments: [
            ("CISepiaTone", "inputIntensity", CIFilterControlValue.text("much"), "write a number"),
            ("CISepiaTone", "inputIntensity", .number(.infinity), "finite"),
            ("CICrop", "inputRectangle", .numbers([1, 2]), "there are 2 numbers; write 4"),
            ("CIAffineTransform", "inputTransform", .number(1), "six numbers"),
            ("CIQRCodeGenerator", "inputCorrectionLevel", .text("X"), "choose one of Low"),
            ("CIMeshGenerator", "inputMesh", .rows([[1, 2, 3]]), "write 4"),
            ("CISepiaTone", "inputImage", .text("a.jpg"), "can't be written"),
            ("CIBarcodeGenerator", "inputBarcodeDescriptor", .text(String(repeating: "a", count: 2332)), "2331"),
        ])
    func refused(filter: String, key: String, value: CIFilterControlValue, message: String) throws {
        let control = try #require(CIFilter(name: filter)?.controls().first { $0.key == key })
        let error = #expect(throws: CIFilterControlError.self) { _ = try control.inputValue(of: value) }
        #expect(error.map { "\($0)".contains(message) && "\($0)".hasPrefix(key) } == true, "\(error as Any)")
    }

    @Test("A text becomes the smallest QR code, as the example of the standard's byte mode")
    func barcode() throws {
        let control = try #require(CIFilter(name: "CIBarcodeGenerator")?.controls().first)
        let code = try #require(try control.inputValue(of: .text("Hi")) as? CIQRCodeDescriptor)
        // Mode 0100, length 00000010, H 01001000, i 01101001, terminator 0000; then EC and 11 in turn, up to 16
        // codewords.
        let start: [UInt8] = [0x40, 0x24, 0x86, 0x90]
        #expect(Array(code.errorCorrectedPayload) == start + (0..<12).map { $0 % 2 == 0 ? 0xec : 0x11 })
        #expect(code.symbolVersion == 1)
        // Version 1 has 16 data codewords, of which 14 are for bytes; version 10 is the first with a length of 16 bits.
        func version(_ count: Int) throws -> Int? {
            let text = String(repeating: "a", count: count)
            return (try control.inputValue(of: .text(text)) as? CIQRCodeDescriptor)?.symbolVersion
        }
        #expect(try [14, 15, 180, 181, 2331].map(version) == [1, 2, 9, 10, 40])
    }
}
