import CoreImage
import Testing

@Suite("Filters: crop and affine transform")
struct GeometryAdjustmentTests {
    let grid = PixelGrid.colorful(x: -3, y: 2, width: 11, height: 9)

    private func crop(_ image: CIImage, to rect: CGRect) -> CIImage? {
        CIFilter(name: "CICrop", parameters: [kCIInputImageKey: image, "inputRectangle": CIVector(cgRect: rect)])?
            .outputImage
    }

    @Test("Crops inside crops multiply, as in real Core Image: an overlap of 0.787 gives 201 of 255")
    func nested() throws {
        let white = PixelGrid(width: 3, height: 3) { _, _ in SIMD4(repeating: 1) }.image
        let once = try #require(crop(white, to: CGRect(x: 0.213, y: 0, width: 2, height: 3)))
        let alpha = try PixelGrid(rendering: once, in: CGRect(x: 0, y: 0, width: 1, height: 1))[0, 0].w
        #expect((alpha * 255).rounded() == 201)
        let twice = try #require(crop(once, to: CGRect(x: 0.213, y: 0, width: 2, height: 3)))
        try expect(twice, in: CGRect(x: 0, y: 0, width: 1, height: 3)) { _, _ in SIMD4(repeating: 0.787 * 0.787) }
    }

    @Test("By default a crop changes nothing, and a crop to nothing leaves nothing")
    func extremes() throws {
        let untouched = try #require(CIFilter(name: "CICrop", parameters: [kCIInputImageKey: grid.image])?.outputImage)
        #expect(untouched.extent == grid.bounds)
        try expect(untouched, in: grid.bounds) { grid[$0, $1] }
        for rect in [
            CGRect(x: 50, y: 50, width: 5, height: 5), CGRect(x: 0, y: 4, width: 0, height: 3),
            CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
        ] {
            let nothing = try #require(crop(grid.image, to: rect))
            #expect(nothing.extent.isEmpty)
            try expect(nothing, in: grid.bounds) { _, _ in .zero }
        }
        #expect(CIFilter(name: "CICrop")?.outputImage == nil)
    }

    @Test(
        "A map that leaves no picture gives an empty image",
        arguments: [
            CGAffineTransform(scaleX: 0, y: 1), CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
            CGAffineTransform(scaleX: .nan, y: 1), CGAffineTransform(translationX: .infinity, y: 0),
        ])
    func singular(transform: CGAffineTransform) throws {
        for name in ["CIAffineTransform", "CIAffineClamp", "CIAffineTile"] {
            let filter = try #require(CIFilter(name: name, parameters: [kCIInputImageKey: grid.image]))
            filter.setValue(transform, forKey: kCIInputTransformKey)
            let result = try #require(filter.outputImage)
            #expect(result.extent.isEmpty)
        }
    }
}
