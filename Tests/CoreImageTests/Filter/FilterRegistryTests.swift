import CoreImage
import Testing

@Suite("Filter: registration")
struct FilterRegistryTests {
    final class Doubler: CIFilter {
        var inputImage: CIImage?
        var inputFactor: CGFloat = 2
        override var outputImage: CIImage? {
            inputImage?.transformed(by: CGAffineTransform(scaleX: inputFactor, y: inputFactor))
        }
    }

    final class Vendor: NSObject, CIFilterConstructor {
        func filter(withName name: String) -> CIFilter? { name.hasPrefix("RegistryTest") ? Doubler() : nil }
    }

    @Test("a registered filter is created by name, listed and named")
    func registered() throws {
        let name = "RegistryTestDoubler"
        CIFilter.registerName(
            name, constructor: Vendor(),
            classAttributes: [
                kCIAttributeFilterDisplayName: "Twice as Large", kCIAttributeDescription: "Enlarges.",
                kCIAttributeFilterCategories: ["RegistryTestCategory", kCICategoryStillImage],
                kCIAttributeReferenceDocumentation: "https://example.org/doubler",
            ])
        let filter = try #require(
            CIFilter(
                name: name,
                parameters: [
                    kCIInputImageKey: CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 3, height: 2))
                ]))
        #expect(filter is Doubler)
        #expect(filter.name == name)
        #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 6, height: 4))
        #expect(CIFilter.filterNames(inCategory: "RegistryTestCategory") == [name])
        #expect(CIFilter.filterNames(inCategories: ["RegistryTestCategory", kCICategoryStillImage]) == [name])
        #expect(CIFilter.filterNames(inCategories: ["RegistryTestCategory", kCICategoryVideo]).isEmpty)
        #expect(CIFilter.filterNames(inCategories: nil).contains(name))
        #expect(CIFilter.localizedName(forFilterName: name) == "Twice as Large")
        #expect(CIFilter.localizedDescription(forFilterName: name) == "Enlarges.")
        #expect(
            CIFilter.localizedReferenceDocumentation(forFilterName: name) == URL(string: "https://example.org/doubler"))
        #expect(CIFilter.localizedReferenceDocumentation(forFilterName: "CISepiaTone") == nil)
        #expect(CIFilter.origin(forFilterName: name) == .application)
        #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "Twice as Large")

        let applied = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
            .applyingFilter(name, parameters: ["inputFactor": 5])
        #expect(applied.extent == CGRect(x: 0, y: 0, width: 5, height: 5))
    }

    @Test("without a display name, one is made from the name")
    func displayName() {
        CIFilter.registerName("RegistryTestPlainName", constructor: Vendor())
        #expect(CIFilter.localizedName(forFilterName: "RegistryTestPlainName") == "Registry Test Plain Name")
    }

    @Test("a constructor that returns nil creates no filter")
    func refusing() {
        CIFilter.registerName("OtherName", constructor: Vendor(), classAttributes: [:])
        #expect(CIFilter(name: "OtherName") == nil)
    }

    @Test("filter names by category: sorted, and those of every category")
    func categories() {
        let all = CIFilter.filterNames(inCategory: nil)
        #expect(all == all.sorted())
        let blurs = CIFilter.filterNames(inCategory: kCICategoryBlur)
        #expect(blurs.contains("CIGaussianBlur"))
        #expect(!blurs.contains("CISepiaTone"))
        #expect(Set(blurs).isSubset(of: all))
        #expect(CIFilter.filterNames(inCategory: "NoCategory").isEmpty)
        // Other tests register filters meanwhile, so only the built-in ones are sure to be the same twice.
        #expect(builtIn(CIFilter.filterNames(inCategories: [])) == builtIn(CIFilter.filterNames(inCategories: nil)))
    }

    private func builtIn(_ names: [String]) -> [String] {
        names.filter { CIFilter.origin(forFilterName: $0) == .builtIn }
    }

    @Test("creation through a subclass gives only filters of that class")
    func subclass() {
        #expect(Doubler(name: "CISepiaTone") == nil)
        CIFilter.registerName("RegistryTestSubclass", constructor: Vendor())
        #expect(Doubler(name: "RegistryTestSubclass")?.inputFactor == 2)
    }
}
