import CoreImage
import Testing

/// Filters with plain stored properties and no wrappers, as they are written for Apple's systems.
@Suite("Filter: plain stored properties")
struct StoredPropertyTests {
    class Base: CIFilter {
        var inputImage: CIImage?
        var inputAmount: CGFloat = 0.5
        private let marker: UInt8 = 7
        var inputNumber: NSNumber = 2
        var unrelated = "kept"
        func readMarker() -> UInt8 { marker }
    }

    class Derived: Base {
        var inputCenter = CIVector(x: 1, y: 2)
        var inputName: String = "none"
        var inputTable: NSData?
        var inputTurn = NSAffineTransform()
        var inputComputed: Int { 5 }
    }

    final class Last: Derived {
        var inputAngle: Float = 0.25
        @CIInput(default: 9) var wrapped: Int
    }

    @Test("properties of every superclass have keys")
    func keys() {
        let filter = Last()
        #expect(
            Set(filter.inputKeys) == [
                "inputImage", "inputAmount", "inputNumber", "inputCenter", "inputName", "inputTable", "inputTurn",
                "inputAngle", "inputWrapped",
            ])
        #expect(filter.inputKeys.count == 9)
        #expect(Base().inputKeys == ["inputImage", "inputAmount", "inputNumber"])
    }

    @Test("writing by key changes that property and no other")
    func writing() {
        let filter = Last()
        filter.setValue(0.75, forKey: "inputAmount")
        filter.setValue(4, forKey: "inputNumber")
        filter.setValue(CIVector(x: 8, y: 9), forKey: "inputCenter")
        filter.setValue("some", forKey: "inputName")
        filter.setValue(Data([5]), forKey: "inputTable")
        filter.setValue(CGAffineTransform(scaleX: 3, y: 3), forKey: "inputTurn")
        filter.setValue(1.5, forKey: "inputAngle")
        let image = CIImage(color: .blue)
        filter.setValue(image, forKey: kCIInputImageKey)
        #expect(filter.inputError == nil)
        #expect(filter.inputAmount == 0.75)
        #expect(filter.inputNumber == 4)
        #expect(filter.inputCenter == CIVector(x: 8, y: 9))
        #expect(filter.inputName == "some")
        #expect(filter.inputTable == NSData(data: Data([5])))
        #expect(filter.inputTurn.transformStruct.m11 == 3)
        #expect(filter.inputAngle == 1.5)
        #expect(filter.inputImage === image)
        #expect(filter.readMarker() == 7)
        #expect(filter.unrelated == "kept")
        #expect(filter.wrapped == 9)
    }

    @Test("reading by key gives what the property holds")
    func reading() {
        let filter = Last()
        filter.inputName = "read"
        filter.inputAngle = 0.1
        #expect(filter.value(forKey: "inputName") as? String == "read")
        #expect((filter.value(forKey: "inputAngle") as? NSNumber)?.doubleValue == 0.1)
        #expect(filter.value(forKey: "inputImage") == nil)
        #expect(filter.value(forKey: "inputTable") == nil)
        #expect(filter.value(forKey: "unrelated") == nil)
    }

    @Test("nil empties an optional property and is an error for another")
    func nothing() {
        let filter = Last()
        filter.inputTable = NSData(data: Data([1]))
        filter.setValue(nil, forKey: "inputTable")
        #expect(filter.inputTable == nil)
        #expect(filter.inputError == nil)
        filter.setValue(nil, forKey: "inputName")
        #expect(filter.inputName == "none")
        #expect(
            filter.inputError
                == .wrongClass(filter: "Last", key: "inputName", expected: "NSString", given: "nil"))
    }

    @Test("objects are released when they are replaced")
    func ownership() {
        let filter = Base()
        weak var first: CIImage?
        do {
            let image = CIImage(color: .red)
            first = image
            filter.setValue(image, forKey: kCIInputImageKey)
        }
        #expect(first != nil)
        filter.setValue(nil, forKey: kCIInputImageKey)
        #expect(first == nil)
    }

    @Test("a wrong class is remembered and leaves the property")
    func wrongClass() {
        let filter = Base()
        filter.setValue("x", forKey: "inputAmount")
        #expect(filter.inputAmount == 0.5)
        #expect(
            filter.inputError == .wrongClass(filter: "Base", key: "inputAmount", expected: "NSNumber", given: "String"))
    }

    @Test("attributes name class and type")
    func attributes() throws {
        let attributes = Last().attributes
        let expected = [
            "inputImage": ("CIImage", "CIAttributeTypeImage"), "inputAmount": ("NSNumber", "CIAttributeTypeScalar"),
            "inputTurn": ("NSAffineTransform", "CIAttributeTypeTransform"),
        ]
        for (key, facts) in expected {
            let described = try #require(attributes[key] as? [String: Any])
            #expect(described[kCIAttributeClass] as? String == facts.0)
            #expect(described[kCIAttributeType] as? String == facts.1)
        }
        #expect((attributes["inputName"] as? [String: Any])?[kCIAttributeClass] as? String == "NSString")
    }
}
