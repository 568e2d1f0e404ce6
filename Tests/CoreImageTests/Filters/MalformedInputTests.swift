import CoreImage
import Testing

@Suite("Filters: inputs that make no sense")
struct MalformedInputTests {
    static let names = [
        "CICrop", "CIAffineTransform", "CIAffineClamp", "CIAffineTile", "CIConstantColorGenerator",
        "CICheckerboardGenerator",
        "CILinearGradient", "CIRadialGradient", "CIRandomGenerator", "CIGaussianBlur", "CIGloom", "CIBloom",
        "CIBumpDistortion",
        "CIHoleDistortion", "CIPixellate", "CIStripesGenerator", "CIClamp", "CIBoxBlur",
    ]

    @Test("Every number and position may be anything: the picture stays finite", arguments: names)
    func anything(name: String) throws {
        let grid = PixelGrid.colorful(width: 5, height: 4)
        let filter = try #require(CIFilter(name: name))
        let window = CGRect(x: -1, y: -1, width: 7, height: 6)
        for key in filter.inputKeys where key != kCIInputImageKey {
            let described = try #require(filter.attributes[key] as? [String: Any])
            for value in [Double.nan, .infinity, -.infinity, 0, -1, 1e-30, 1e30, -1e30] {
                filter.setDefaults()
                filter.setValue(grid.image, forKey: kCIInputImageKey)
                let given: Any
                switch described[kCIAttributeClass] as? String {
                case "NSNumber": given = value
                case "CIVector":
                    let count = described[kCIAttributeType] as? String == kCIAttributeTypeRectangle ? 4 : 2
                    given = CIVector(values: [CGFloat](repeating: value, count: count), count: count)
                case "NSAffineTransform": given = CGAffineTransform(a: value, b: 0, c: 0, d: 1, tx: 0, ty: value)
                default: continue
                }
                filter.setValue(given, forKey: key)
                let image = try #require(filter.outputImage, "\(key) = \(value)")
                let pixels = try PixelGrid(rendering: image, in: window)
                for y in -1..<5 {
                    for x in -1..<6 where !(0..<4).allSatisfy({ pixels[x, y][$0].isFinite }) {
                        Issue.record("\(key) = \(value) gives \(pixels[x, y]) at (\(x), \(y))")
                    }
                }
            }
        }
    }

    @Test("An empty image stays empty", arguments: names)
    func empty(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        guard filter.inputKeys.contains(kCIInputImageKey) else { return }
        filter.setValue(CIImage.empty(), forKey: kCIInputImageKey)
        let image = try #require(filter.outputImage)
        try expect(image, in: CGRect(x: 0, y: 0, width: 3, height: 2)) { _, _ in .zero }
    }
}
