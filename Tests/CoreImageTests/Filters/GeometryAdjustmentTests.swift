import CoreImage
import Testing

@Suite("Filters: geometry adjustment")
struct GeometryAdjustmentTests {
    let grid = PixelGrid.colorful(x: -3, y: 2, width: 11, height: 9)

    private func crop(_ image: CIImage, to rect: CGRect) -> CIImage? {
        CIFilter(name: "CICrop", parameters: [kCIInputImageKey: image, "inputRectangle": CIVector(cgRect: rect)])?
            .outputImage
    }

    @Test("A crop to whole pixels keeps them and nothing else")
    func wholePixels() throws {
        let rect = CGRect(x: -1, y: 4, width: 20, height: 3)
        let result = try #require(crop(grid.image, to: rect))
        #expect(result.extent == CGRect(x: -1, y: 4, width: 9, height: 3))
        try expect(result, in: CGRect(x: -5, y: 0, width: 16, height: 13)) { x, y in
            rect.contains(center(x, y)) ? grid[x, y] : .zero
        }
    }

    @Test(
        "A crop between pixels keeps the covered part of each",
        arguments: [
            CGRect(x: -1.25, y: 3.5, width: 4.5, height: 5), CGRect(x: 0.3, y: 5.6, width: 0.2, height: 0.3),
            CGRect(x: -8, y: 4.75, width: 30, height: 2.5),
        ])
    func betweenPixels(rect: CGRect) throws {
        let result = try #require(crop(grid.image, to: rect))
        let kept = rect.intersection(grid.bounds)
        #expect(abs(result.extent.minX - kept.minX) < 1e-9 && abs(result.extent.maxY - kept.maxY) < 1e-9)
        try expect(result, in: CGRect(x: -5, y: 0, width: 16, height: 13)) { x, y in
            let pixel = CGRect(x: x, y: y, width: 1, height: 1).intersection(rect)
            return pixel.isNull ? .zero : grid[x, y] * Float(pixel.width * pixel.height)
        }
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
        "An affine transform reads the image at the inverse point",
        arguments: [
            CGAffineTransform(translationX: 4, y: -7), CGAffineTransform(scaleX: 2, y: 1.5),
            CGAffineTransform(rotationAngle: 0.5).translatedBy(x: 1.25, y: 0.5),
            CGAffineTransform(a: -1, b: 0, c: 0.5, d: 1, tx: 3, ty: 0),
        ])
    func affine(transform: CGAffineTransform) throws {
        let result = CIFilter(
            name: "CIAffineTransform",
            parameters: [kCIInputImageKey: grid.image, kCIInputTransformKey: NSAffineTransform(transform)])?.outputImage
        let extent = grid.bounds.applying(transform)
        let found = try #require(result?.extent)
        #expect(abs(found.minX - extent.minX) < 1 && abs(found.maxX - extent.maxX) < 1, "\(found), \(extent)")
        #expect(abs(found.minY - extent.minY) < 1 && abs(found.maxY - extent.maxY) < 1, "\(found), \(extent)")
        try expect(result, in: CGRect(x: -20, y: -20, width: 45, height: 45), tolerance: 2e-4) { x, y in
            // Every pixel that the mapped rectangle touches may have colour.
            guard !CGRect(x: x, y: y, width: 1, height: 1).intersection(found).isEmpty else { return .zero }
            return grid.bilinear(at: center(x, y).applying(transform.inverted()))
        }
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
