import CoreImage
import Testing

@Suite("Filters: empty images")
struct EmptyImageTests {
    static let names = [
        "CICrop", "CIAffineTransform", "CIAffineClamp", "CIAffineTile", "CIConstantColorGenerator",
        "CICheckerboardGenerator",
        "CILinearGradient", "CIRadialGradient", "CIRandomGenerator", "CIGaussianBlur", "CIGloom", "CIBloom",
        "CIBumpDistortion",
        "CIHoleDistortion", "CIPixellate", "CIStripesGenerator", "CIClamp", "CIBoxBlur",
    ]

    @Test("An empty image stays empty", arguments: names)
    func empty(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        guard filter.inputKeys.contains(kCIInputImageKey) else { return }
        filter.setValue(CIImage.empty(), forKey: kCIInputImageKey)
        let image = try #require(filter.outputImage)
        try expect(image, in: CGRect(x: 0, y: 0, width: 3, height: 2)) { _, _ in .zero }
    }
}
