import CoreImage
import Testing

@Suite("Filters: tile effects")
struct TileEffectTests {
    let grid = PixelGrid.colorful(x: 2, y: -1, width: 7, height: 5)
    let window = CGRect(x: -12, y: -11, width: 30, height: 27)
    static let transforms = [
        CGAffineTransform.identity, CGAffineTransform(scaleX: 0.4, y: 0.4),
        CGAffineTransform(rotationAngle: -0.7).translatedBy(x: 0.3, y: 2), CGAffineTransform(scaleX: -3, y: 2),
    ]

    @Test("The affine clamp repeats edge pixels for ever", arguments: transforms)
    func clamp(transform: CGAffineTransform) throws {
        let filter = CIFilter.affineClamp()
        filter.inputImage = grid.image
        filter.transform = transform
        #expect(filter.outputImage?.extent.isInfinite == true)
        try expect(filter.outputImage, in: window, tolerance: 2e-4) { x, y in
            grid.bilinear(at: center(x, y).applying(transform.inverted())) { grid.clamped($0, $1) }
        }
        try expectSameInParts(filter.outputImage, in: window, part: 9)
    }

    private func periodic(_ x: Int, _ y: Int) -> SIMD4<Float> {
        func wrap(_ value: Int, _ start: Int, _ count: Int) -> Int { start + ((value - start) % count + count) % count }
        return grid[wrap(x, grid.x, grid.width), wrap(y, grid.y, grid.height)]
    }

    @Test("The affine tile repeats the image, and interpolates across seams", arguments: transforms)
    func tile(transform: CGAffineTransform) throws {
        let filter = CIFilter.affineTile()
        filter.inputImage = grid.image
        filter.transform = transform
        #expect(filter.outputImage?.extent.isInfinite == true)
        try expect(filter.outputImage, in: window, tolerance: 2e-4) { x, y in
            grid.bilinear(at: center(x, y).applying(transform.inverted()), pixel: periodic)
        }
        try expectSameInParts(filter.outputImage, in: window, part: 9)
    }

    @Test("One pixel tiles to one colour, far away too")
    func onePixel() throws {
        let filter = CIFilter.affineTile()
        filter.inputImage = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(0.5, 0.25, 0, 0.5) }.image
        for origin in [0, -100_000, 1_000_000] {
            try expect(filter.outputImage, in: CGRect(x: origin, y: -origin, width: 4, height: 4)) { _, _ in
                SIMD4(0.5, 0.25, 0, 0.5)
            }
        }
    }

    @Test("Infinite and missing images")
    func extremes() throws {
        let filter = CIFilter.affineTile()
        #expect(filter.outputImage == nil)
        #expect(CIFilter.affineClamp().outputImage == nil)
        filter.inputImage = CIImage(color: .green)
        try expect(filter.outputImage, in: CGRect(x: 5, y: 5, width: 2, height: 2)) { _, _ in SIMD4(0, 1, 0, 1) }
        filter.inputImage = .empty()
        #expect(filter.outputImage?.extent.isEmpty == true)
    }
}
