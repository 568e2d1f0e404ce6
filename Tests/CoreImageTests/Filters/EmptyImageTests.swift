import CoreImage
import Testing

@Suite("Filters: empty images")
struct EmptyImageTests {
    static let names = [
        "CICrop", "CIAffineTransform", "CIAffineClamp", "CIAffineTile", "CIGaussianBlur", "CIGloom", "CIBloom",
        "CIBumpDistortion", "CIHoleDistortion", "CIPixellate", "CIClamp", "CIBoxBlur",
    ]

    @Test("An empty image stays empty", arguments: names)
    func empty(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        filter.setValue(CIImage.empty(), forKey: kCIInputImageKey)
        let image = try #require(filter.outputImage)
        try expect(image, in: CGRect(x: 0, y: 0, width: 3, height: 2)) { _, _ in .zero }
    }
}
