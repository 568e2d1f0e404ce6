import CoreImage
import CoreImage.CIFilterBuiltins
import Testing

/// Spellings in client code written for Apple's systems. Part of the test is that they compile.
@Suite("Filter: spellings of client code")
struct ClientSpellingTests {
    class Subclass: CIFilter {
        private var factor: Double
        var inputImage: CIImage?

        override init() {
            factor = 2
            super.init()
        }

        required init?(coder aDecoder: NSCoder) {
            factor = 3
            super.init(coder: aDecoder)
        }

        override var name: String {
            get { "Own Name \(Int(factor))" }
            set { super.name = newValue }
        }

        override func setValue(_ value: Any?, forKey key: String) {
            if key == "alias" { return super.setValue(value, forKey: kCIInputImageKey) }
            super.setValue(value, forKey: key)
        }

        override var outputImage: CIImage! { inputImage }
    }

    @Test("a subclass overrides initialisers, name, setValue and outputImage")
    func subclass() {
        let filter = Subclass()
        #expect(filter.name == "Own Name 2")
        let image = CIImage(color: .red)
        filter.setValue(image, forKey: "alias")
        #expect(filter.outputImage === image)
        #expect((filter as CIFilter).value(forKey: kCIOutputImageKey) as? CIImage === image)
    }

    @Test("typed filters are there where the submodule can be imported")
    func submodule() {
        #if canImport(CoreImage.CIFilterBuiltins)
            let filter = CIFilter.sepiaTone()
            filter.inputImage = CIImage(color: .red)
            filter.intensity = 0.5
            #expect(filter.outputImage?.extent.isInfinite == true)
        #else
            Issue.record("CoreImage.CIFilterBuiltins can't be imported")
        #endif
    }

    @Test("a transform set as NSValue moves the image")
    func transformValue() throws {
        let move = NSValue(cgAffineTransform: CGAffineTransform(translationX: 3, y: 4))
        let filter = try #require(CIFilter(name: "CIAffineTransform", parameters: [kCIInputTransformKey: move]))
        filter.setValue(
            CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2)), forKey: kCIInputImageKey)
        #expect(filter.outputImage?.extent == CGRect(x: 3, y: 4, width: 2, height: 2))
    }

    @Test("a context takes allowLowPower, and refuses what is no Boolean")
    func lowPower() {
        #expect(throws: Never.self) { try CIContext(checking: [.allowLowPower: true]) }
        #expect(throws: CIError.self) { try CIContext(checking: [.allowLowPower: "yes"]) }
    }
}
