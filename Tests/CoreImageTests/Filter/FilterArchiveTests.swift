import CoreImage
import Testing

/// A filter as clients write it for Apple's systems, where `CIFilter` conforms to `NSCoding`.
class FilterArchiveTestFilter: CIFilter {
    var inputImage: CIImage?
    var inputAmount: CGFloat = 1
    var inputCenter = CIVector(x: 0, y: 0)
    var inputTint = CIColor.black
    var inputTitle = "none"
    var inputTable = Data()
    var inputTurn = CGAffineTransform.identity

    override init() { super.init() }

    required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }
}

@Suite("Filter: archives")
struct FilterArchiveTests {
    private func again<Filter: CIFilter>(_ filter: Filter) throws -> Filter {
        let data = try NSKeyedArchiver.archivedData(withRootObject: filter, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Filter.self, from: data))
    }

    @Test("every archivable value is restored")
    func values() throws {
        let filter = FilterArchiveTestFilter()
        filter.inputAmount = 0.1
        filter.inputCenter = CIVector(x: 1, y: 2)
        filter.inputTint = CIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        filter.inputTitle = "title"
        filter.inputTable = Data([1, 2, 255])
        filter.inputTurn = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        filter.inputImage = CIImage(color: .red)
        let twin = try again(filter)
        #expect(twin !== filter)
        #expect(twin.inputError == nil)
        #expect(twin.inputAmount == 0.1)
        #expect(twin.inputCenter == CIVector(x: 1, y: 2))
        #expect(twin.inputTint == CIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect(twin.inputTitle == "title")
        #expect(twin.inputTable == Data([1, 2, 255]))
        #expect(twin.inputTurn == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
        #expect(twin.inputImage == nil, "images are not archived")
        #expect(twin.name == "FilterArchiveTestFilter")
    }

    @Test("a built-in filter comes back with its name, values and attributes, and can be copied")
    func builtIn() throws {
        let filter = try #require(CIFilter(name: "CIHoleDistortion", parameters: [kCIInputRadiusKey: 33]))
        let twin = try again(filter)
        #expect(twin.name == "CIHoleDistortion")
        #expect((twin.value(forKey: kCIInputRadiusKey) as? NSNumber)?.doubleValue == 33)
        #expect(twin.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 150, y: 150))
        #expect(twin.attributes[kCIAttributeFilterDisplayName] as? String == "Hole Distortion")
        #expect((twin.copy() as? CIFilter)?.name == "CIHoleDistortion")
    }
}
