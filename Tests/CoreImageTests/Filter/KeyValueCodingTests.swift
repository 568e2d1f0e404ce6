import CoreImage
import Testing

@Suite("Filter: key-value coding with every class")
struct KeyValueCodingTests {
    final class Every: CIFilter {
        @CIInput(default: 0) var inputDouble: Double
        @CIInput(default: 0) var inputFloat: Float
        @CIInput(default: 0) var inputLength: CGFloat
        @CIInput(default: 0) var inputWhole: Int
        @CIInput(default: false) var inputFlag: Bool
        @CIInput(default: "") var inputText: String
        @CIInput(default: Data()) var inputBytes: Data
        @CIInput(default: .zero) var inputPoint: CGPoint
        @CIInput(default: .zero) var inputSize: CGSize
        @CIInput(default: .zero) var inputArea: CGRect
        @CIInput(default: .identity) var inputTransform: CGAffineTransform
        @CIInput(default: CIVector(x: 0)) var inputVector: CIVector
        @CIInput(default: []) var inputPoints: [CIVector]
        @CIInput(default: .black) var inputColor: CIColor
        @CIInput(default: 0) var inputNumber: NSNumber
    }

    @Test(
        "a number is taken in every form, and read as NSNumber",
        arguments: ["inputDouble", "inputFloat", "inputLength", "inputWhole", "inputNumber"])
    func numbers(key: String) {
        let forms: [Any] = [
            3, Int8(3), UInt64(3), 3.0, Float(3), CGFloat(3), NSNumber(value: 3), NSNumber(value: 3.0),
            Optional(3) as Any,
        ]
        for form in forms {
            let filter = Every()
            filter.setValue(form, forKey: key)
            #expect((filter.value(forKey: key) as? NSNumber)?.doubleValue == 3, "\(type(of: form))")
            #expect(filter.inputError == nil)
        }
    }

    @Test("a float reads as its shortest decimal")
    func shortestDecimal() {
        let filter = Every()
        filter.inputFloat = 0.1
        #expect((filter.value(forKey: "inputFloat") as? NSNumber)?.doubleValue == 0.1)
    }

    @Test("a flag takes Booleans and numbers")
    func flags() {
        for (given, expected) in [
            (true as Any, true), (1, true), (0, false), (NSNumber(value: true), true), (2.5, true),
        ] {
            let filter = Every()
            filter.setValue(given, forKey: "inputFlag")
            #expect(filter.inputFlag == expected, "\(given)")
        }
    }

    @Test("a whole number beyond the range of Int is refused", arguments: [Double.nan, .infinity, 1e30])
    func wholeNumbers(value: Double) {
        let filter = Every()
        filter.setValue(value, forKey: "inputWhole")
        #expect(filter.inputWhole == 0)
        #expect(filter.inputError != nil)
    }

    @Test("text and data in Swift's and Foundation's classes")
    func textAndData() {
        let filter = Every()
        filter.setValue("a", forKey: "inputText")
        #expect(filter.value(forKey: "inputText") as? String == "a")
        filter.setValue(NSString(string: "b"), forKey: "inputText")
        #expect(filter.inputText == "b")
        filter.setValue(Data([1, 2]), forKey: "inputBytes")
        #expect(filter.value(forKey: "inputBytes") as? Data == Data([1, 2]))
        filter.setValue(NSData(data: Data([3])), forKey: "inputBytes")
        #expect(filter.inputBytes == Data([3]))
    }

    @Test("points, sizes and rectangles travel as vectors")
    func geometry() {
        let filter = Every()
        filter.setValue(CGPoint(x: 1, y: 2), forKey: "inputPoint")
        #expect(filter.value(forKey: "inputPoint") as? CIVector == CIVector(x: 1, y: 2))
        filter.setValue(CIVector(x: 3, y: 4), forKey: "inputSize")
        #expect(filter.inputSize == CGSize(width: 3, height: 4))
        filter.setValue(CGSize(width: 5, height: 6), forKey: "inputSize")
        #expect(filter.value(forKey: "inputSize") as? CIVector == CIVector(x: 5, y: 6))
        filter.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "inputArea")
        #expect(filter.value(forKey: "inputArea") as? CIVector == CIVector(x: 1, y: 2, z: 3, w: 4))
        filter.setValue(CIVector(x: 1, y: 2), forKey: "inputArea")
        #expect(filter.inputError != nil, "two numbers are no rectangle")
    }

    @Test("a transform is taken in every form, and read as NSAffineTransform")
    func transforms() throws {
        let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let forms: [Any] = [
            transform, NSValue(cgAffineTransform: transform), NSAffineTransform(transform),
            AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6), CIVector(cgAffineTransform: transform),
            [1.0, 2, 3, 4, 5, 6],
        ]
        for form in forms {
            let filter = Every()
            filter.setValue(form, forKey: kCIInputTransformKey)
            #expect(filter.inputTransform == transform, "\(type(of: form))")
            let read = try #require(filter.value(forKey: kCIInputTransformKey) as? NSAffineTransform)
            #expect(read.transformStruct.m21 == 3)
            #expect(read.transformStruct.tY == 6)
        }
        let filter = Every()
        filter.setValue(CIVector(x: 1, y: 2), forKey: kCIInputTransformKey)
        #expect(filter.inputError != nil)
    }

    @Test("vectors, lists of vectors and colours travel as they are")
    func objects() {
        let filter = Every()
        let vector = CIVector(x: 1, y: 2, z: 3)
        filter.setValue(vector, forKey: "inputVector")
        #expect(filter.value(forKey: "inputVector") as? CIVector === vector)
        filter.setValue([vector, CIVector(x: 4)], forKey: "inputPoints")
        #expect(filter.value(forKey: "inputPoints") as? [CIVector] == [vector, CIVector(x: 4)])
        filter.setValue([1, 2], forKey: "inputPoints")
        #expect(filter.inputError != nil)
        filter.setValue(CIColor.red, forKey: "inputColor")
        #expect(filter.value(forKey: "inputColor") as? CIColor == .red)
    }

    @Test("several keys at once")
    func several() {
        let filter = Every()
        filter.setValuesForKeys(["inputDouble": 2, "inputText": "t"])
        #expect(filter.inputDouble == 2)
        let values = filter.dictionaryWithValues(forKeys: ["inputText", "inputDouble", "inputNothing"])
        #expect(values.count == 3)
        #expect(values["inputText"] as? String == "t")
        #expect((values["inputDouble"] as? NSNumber)?.doubleValue == 2)
        #expect(values["inputNothing"] is NSNull)
    }
}
