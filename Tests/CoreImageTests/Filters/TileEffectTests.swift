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

    @Test("A tile of an image that samples the nearest pixel has no mixed colours")
    func nearestTile() throws {
        let filter = CIFilter.affineTile()
        filter.inputImage = CIFilter(name: "CISampleNearest", parameters: [kCIInputImageKey: grid.image])?.outputImage
        filter.transform = CGAffineTransform(scaleX: 2, y: 3)
        try expect(filter.outputImage, in: window) { x, y in
            periodic(Int((center(x, y).x / 2).rounded(.down)), Int((center(x, y).y / 3).rounded(.down)))
        }
    }

    @Test("Nearest sampling: enlarged pixels become squares, and unmoved ones stay")
    func sampleNearest() throws {
        let filter = try #require(CIFilter(name: "CISampleNearest"))
        #expect(filter.outputImage == nil)
        filter.setValue(grid.image, forKey: kCIInputImageKey)
        try expect(filter.outputImage, in: grid.bounds) { grid[$0, $1] }
        let enlarged = filter.outputImage?.transformed(by: CGAffineTransform(scaleX: 3, y: 2))
        try expect(enlarged, in: CGRect(x: 6, y: -2, width: 21, height: 10)) { x, y in
            grid[x / 3, Int((center(x, y).y / 2).rounded(.down))]
        }
    }

    @Test(
        "Clamp repeats the edge pixels of a rectangle",
        arguments: [
            CGRect(x: 3, y: 0, width: 4, height: 2), CGRect(x: -20, y: 1, width: 100, height: 1), CGRect.infinite,
        ])
    func clamp(to rect: CGRect) throws {
        let filter = CIFilter(name: "CIClamp", parameters: [kCIInputImageKey: grid.image, kCIInputExtentKey: rect])
        #expect(filter?.outputImage?.extent.isInfinite == true)
        let part = rect.intersection(grid.bounds)
        try expect(filter?.outputImage, in: window) { x, y in
            grid[min(max(x, Int(part.minX)), Int(part.maxX) - 1), min(max(y, Int(part.minY)), Int(part.maxY) - 1)]
        }
    }

    @Test("Clamping to nothing gives an empty image")
    func clampToNothing() throws {
        let filter = try #require(CIFilter(name: "CIClamp"))
        #expect(filter.outputImage == nil)
        filter.setValue(grid.image, forKey: kCIInputImageKey)
        #expect(filter.outputImage?.extent.isEmpty == true)
        for rect in [CGRect(x: 90, y: 0, width: 5, height: 5), CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5)] {
            filter.setValue(CIVector(cgRect: rect), forKey: kCIInputExtentKey)
            #expect(filter.outputImage?.extent.isEmpty == true)
        }
    }
}
