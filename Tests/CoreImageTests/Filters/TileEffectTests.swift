import CoreImage
import Testing

@Suite("Filters: tile effects")
struct TileEffectTests {
    let grid = PixelGrid.colorful(x: 2, y: -1, width: 7, height: 5)
    let window = CGRect(x: -12, y: -11, width: 30, height: 27)

    private func periodic(_ x: Int, _ y: Int) -> SIMD4<Float> {
        func wrap(_ value: Int, _ start: Int, _ count: Int) -> Int { start + ((value - start) % count + count) % count }
        return grid[wrap(x, grid.x, grid.width), wrap(y, grid.y, grid.height)]
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
            periodic(Int((pixelCenter(x, y).x / 2).rounded(.down)), Int((pixelCenter(x, y).y / 3).rounded(.down)))
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
