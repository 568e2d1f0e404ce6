import CoreImage
import Foundation
import Testing

@Suite("Filters: colour effects")
struct ColorEffectTests {
    @Test("Inverting twice changes nothing")
    func invertTwice() throws {
        let grid = PixelGrid.colorful(width: 6, height: 5)
        try expect(grid.image.applyingFilter("CIColorInvert").applyingFilter("CIColorInvert"), in: grid.bounds) {
            x, y in
            PlainColor(grid[x, y]).pixel
        }
    }

    @Test("The process look clamps bright light unless it extrapolates")
    func processExtrapolation() throws {
        let grid = PixelGrid(width: 2, height: 1) { x, _ in SIMD4(SIMD3(repeating: x == 0 ? 1 : 4), 1) }
        func blue(extrapolate: Bool) throws -> (Float, Float) {
            let filter = CIFilter.photoEffectProcess()
            (filter.inputImage, filter.extrapolate) = (grid.image, extrapolate)
            let pixels = try PixelGrid(rendering: try #require(filter.outputImage), in: grid.bounds)
            return (pixels[0, 0].z, pixels[1, 0].z)
        }
        let (white, bright) = try blue(extrapolate: false)
        #expect(abs(white - bright) < 1e-5)
        let (_, brighter) = try blue(extrapolate: true)
        #expect(brighter > white * 1.5)
    }
}
