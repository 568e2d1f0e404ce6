import CoreImage
import Testing

@Suite("Filters: stylize")
struct StylizeTests {
    let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)

    @Test("Bloom adds what a blurred copy has more", arguments: [(1.5, 0.5), (3, 1), (0.8, 2.5)] as [(Float, Float)])
    func bloom(radius: Float, intensity: Float) throws {
        let filter = CIFilter.bloom()
        (filter.inputImage, filter.radius, filter.intensity) = (grid.image, radius, intensity)
        let reach = (3 * CGFloat(radius)).rounded(.up)
        #expect(filter.outputImage?.extent == grid.bounds.insetBy(dx: -reach, dy: -reach))
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2), tolerance: 0.015) { x, y in
            let image = grid[x, y]
            let blurred = BlurTests.gaussian(grid, sigma: Double(radius), x: x, y: y)
            var result = image
            for i in 0..<4 { result[i] += (i == 3 ? min(intensity, 1) : intensity) * max(blurred[i] - image[i], 0) }
            return result
        }
    }

    @Test("Gloom takes what a blurred copy has less", arguments: [(1.5, 0.5), (3, 1), (0.8, 0.25)] as [(Float, Float)])
    func gloom(radius: Float, intensity: Float) throws {
        let filter = CIFilter.gloom()
        (filter.inputImage, filter.radius, filter.intensity) = (grid.image, radius, intensity)
        #expect(filter.outputImage?.extent == grid.bounds)
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2), tolerance: 0.015) { x, y in
            guard grid.bounds.contains(center(x, y)) else { return .zero }
            let image = grid[x, y]
            let blurred = BlurTests.gaussian(grid, sigma: Double(radius), x: x, y: y, clamped: true)
            var result = image
            for i in 0..<4 { result[i] += intensity * min(blurred[i] - image[i], 0) }
            return result
        }
    }

    @Test("A flat picture neither blooms nor glooms")
    func flat() throws {
        for name in ["CIBloom", "CIGloom"] {
            let result = CIImage(color: CIColor(red: 0.5, green: 0.2, blue: 1)).applyingFilter(
                name, parameters: ["inputIntensity": 1])
            try expect(result, in: CGRect(x: 4, y: 4, width: 3, height: 3)) { _, _ in
                SIMD4(linear(0.5), linear(0.2), 1, 1)
            }
        }
    }

    @Test(
        "The identities that Core Image reports change nothing",
        arguments: ["CIBloom", "CIGloom"],
        [("inputRadius", 0.0), ("inputIntensity", 0), ("inputRadius", .nan), ("inputIntensity", -1)])
    func identity(name: String, setting: (key: String, value: Double)) throws {
        let filter = try #require(CIFilter(name: name))
        #expect(filter.outputImage == nil)
        filter.setValue(grid.image, forKey: kCIInputImageKey)
        filter.setValue(setting.value, forKey: setting.key)
        #expect(filter.outputImage?.extent == grid.bounds)
        try expect(filter.outputImage, in: grid.bounds) { grid[$0, $1] }
    }

    @Test(
        "Pixels of a mosaic show the image at their square's centre",
        arguments: [
            (CGPoint(x: 150, y: 150), 4), (CGPoint(x: 0.5, y: 3), 3), (CGPoint(x: -7.3, y: 2.2), 2.75),
            (CGPoint(x: 6, y: 1), 50), (CGPoint(x: 0, y: 0), 1), (CGPoint(x: 0.5, y: 0.5), 2),
        ] as [(CGPoint, Float)])
    func pixellate(center corner: CGPoint, scale: Float) throws {
        let filter = CIFilter.pixellate()
        (filter.inputImage, filter.center, filter.scale) = (grid.image, corner, scale)
        let size = CGFloat(scale)
        // Rounding to even decides for pixel centres that lie on a border between squares.
        func middle(_ value: CGFloat, _ start: CGFloat) -> CGFloat {
            start + (((value - start) / size - 0.5).rounded(.toNearestOrEven) + 0.5) * size
        }
        let window = CGRect(x: -8, y: -11, width: 33, height: 27)
        try expect(filter.outputImage, in: window, tolerance: 2e-4) { x, y in
            let p = center(x, y)
            return grid.bilinear(at: CGPoint(x: middle(p.x, corner.x), y: middle(p.y, corner.y)))
        }
        try expectSameInParts(filter.outputImage, in: window, part: 7)
    }

    @Test("A mosaic's extent is whole squares; its scale is at least 1", arguments: [Float(0), -4, .nan, 1])
    func mosaicExtent(scale: Float) throws {
        let filter = CIFilter.pixellate()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.scale) = (grid.image, scale)
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2)) { grid[$0, $1] }
        (filter.center, filter.scale) = (CGPoint(x: 1, y: 0), 10)
        // Squares from 1 have their centres at 6 and 16 (the image ends at 15, a bilinear reach of half a pixel away); upwards, at -5 and 5.
        #expect(filter.outputImage?.extent == CGRect(x: 1, y: 0, width: 10, height: 10))
    }
}
