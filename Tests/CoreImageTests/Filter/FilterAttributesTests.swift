import CoreImage
import Testing

@Suite("Filter: attributes and defaults")
struct FilterAttributesTests {
    /// The older spelling: an instance method.
    class Described: CIFilter {
        var inputImage: CIImage?
        var inputAmount: CGFloat = 0
        override func customAttributes() -> [String: Any]? {
            [
                kCIAttributeFilterDisplayName: "A Filter",
                "inputAmount": [
                    kCIAttributeDefault: 3, kCIAttributeMin: 1, kCIAttributeType: kCIAttributeTypeDistance,
                ],
                "extra": "text",
            ]
        }
    }

    /// The current spelling: a class method. The attributes of both are merged, and those of the instance take
    /// precedence.
    final class Both: Described {
        override class func customAttributes() -> [String: Any]? {
            [
                "inputAmount": [kCIAttributeDefault: 8, kCIAttributeMax: 20],
                "inputImage": [kCIAttributeDescription: "Seen"],
            ]
        }
    }

    @Test("custom attributes are merged into what the declarations say")
    func merged() throws {
        let attributes = Described().attributes
        #expect(attributes[kCIAttributeFilterDisplayName] as? String == "A Filter")
        #expect(attributes[kCIAttributeFilterName] as? String == "Described")
        #expect(attributes["extra"] as? String == "text")
        let amount = try #require(attributes["inputAmount"] as? [String: Any])
        #expect(amount[kCIAttributeClass] as? String == "NSNumber", "kept from the declaration")
        #expect(amount[kCIAttributeType] as? String == "CIAttributeTypeDistance", "replaced")
        #expect(amount[kCIAttributeMin] as? Int == 1, "added")
    }

    @Test("attributes of class and instance are merged")
    func bothSpellings() throws {
        let attributes = Both().attributes
        let amount = try #require(attributes["inputAmount"] as? [String: Any])
        #expect(amount[kCIAttributeMax] as? Int == 20)
        #expect(amount[kCIAttributeMin] as? Int == 1)
        #expect(amount[kCIAttributeDefault] as? Int == 3)
        let image = try #require(attributes["inputImage"] as? [String: Any])
        #expect(image[kCIAttributeDescription] as? String == "Seen")
        #expect(image[kCIAttributeClass] as? String == "CIImage")
    }

    @Test("setDefaults takes defaults that only the custom attributes state")
    func defaults() {
        let filter = Described()
        #expect(filter.inputAmount == 0)
        filter.setDefaults()
        #expect(filter.inputAmount == 3)
        filter.inputAmount = 5
        filter.setValue("wrong", forKey: "inputAmount")
        filter.setDefaults()
        #expect(filter.inputAmount == 3)
        #expect(filter.inputError == nil)
    }

    @Test("a built-in filter states names and categories")
    func builtIn() throws {
        let attributes = try #require(CIFilter(name: "CIHoleDistortion")).attributes
        #expect(attributes[kCIAttributeFilterName] as? String == "CIHoleDistortion")
        #expect(attributes[kCIAttributeFilterDisplayName] as? String == "Hole Distortion")
        let categories = try #require(attributes[kCIAttributeFilterCategories] as? [String])
        #expect(categories.contains("CICategoryDistortionEffect"))
        #expect(categories.contains("CICategoryBuiltIn"))
    }

    @Test("localised names")
    func names() {
        #expect(CIFilter.localizedName(forFilterName: "CIGaussianBlur") == "Gaussian Blur")
        #expect(CIFilter.localizedName(forFilterName: "NoSuchFilter") == nil)
        #expect(CIFilter.localizedDescription(forFilterName: "NoSuchFilter") == nil)
        #expect(CIFilter.localizedName(forCategory: kCICategoryDistortionEffect) == "Distortion Effect")
        #expect(CIFilter.localizedName(forCategory: "MyCategory") == "My Category")
        #expect(CIFilter.origin(forFilterName: "CIGaussianBlur") == .builtIn)
    }
}
