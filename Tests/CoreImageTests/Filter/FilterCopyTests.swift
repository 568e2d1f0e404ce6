import CoreImage
import Testing

@Suite("Filter: copies")
struct FilterCopyTests {
    @Test("a copy has the same values and is independent")
    func copied() throws {
        let filter = try #require(CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.25]))
        let image = CIImage(color: .green)
        filter.setValue(image, forKey: kCIInputImageKey)
        let twin = try #require(filter.copy() as? CIFilter)
        #expect(twin !== filter)
        #expect(twin.name == "CISepiaTone")
        #expect((twin.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 0.25)
        #expect(twin.value(forKey: kCIInputImageKey) as? CIImage === image)
        twin.setValue(0.75, forKey: kCIInputIntensityKey)
        #expect((filter.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 0.25)
    }

    @Test("a copy of a filter without an image has none")
    func empty() throws {
        let twin = try #require(CIFilter(name: "CISepiaTone")?.copy() as? CIFilter)
        #expect(twin.value(forKey: kCIInputImageKey) == nil)
        #expect(twin.outputImage == nil)
    }

    @Test("a typed filter is copied to its own class")
    func typed() throws {
        let filter = CIFilter.sepiaTone()
        filter.intensity = 0.5
        let twin = try #require(filter.copy() as? any CISepiaTone)
        #expect(twin.intensity == 0.5)
        #expect(twin !== filter)
    }
}
