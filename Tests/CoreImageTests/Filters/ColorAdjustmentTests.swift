import CoreImage
import Foundation
import Testing

@Suite("Filters: colour adjustments")
struct ColorAdjustmentTests {
    @Test("Gamma: negative powers of dark colours stay finite", arguments: [-1, -4, -1e9])
    func negativeGamma(power: Double) throws {
        let grid = PixelGrid(width: 3, height: 1) { x, _ in SIMD4([0, 1e-9, 0.5][x], 0, 0, 1) }
        let image = grid.image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": power])
        let pixels = try PixelGrid(rendering: image, in: grid.bounds)
        for x in 0..<3 { #expect(pixels[x, 0].x.isFinite && pixels[x, 0].y.isFinite) }
        #expect(pixels[0, 0].x == 0)
        #expect(abs(pixels[2, 0].x - Float(pow(0.5, max(power, -8)))) < 1e-2)
    }

    @Test("Hue: a positive angle takes red towards green")
    func hueDirection() throws {
        let red = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(1, 0, 0, 1) }
        let turned = red.image.applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 2 * Double.pi / 3])
        let pixel = try PixelGrid(rendering: turned, in: red.bounds)[0, 0]
        #expect(pixel.y > pixel.x && pixel.y > pixel.z)
    }

    @Test("Colour matrix: scaling all vectors by k scales premultiplied colour by k²")
    func squaredScale() throws {
        let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(0.2, 0.4, 0.1, 0.5) }
        let filter = CIFilter.colorMatrix()
        filter.inputImage = grid.image
        (filter.rVector, filter.gVector) = (CIVector(x: 0.5, y: 0, z: 0, w: 0), CIVector(x: 0, y: 0.5, z: 0, w: 0))
        (filter.bVector, filter.aVector) = (CIVector(x: 0, y: 0, z: 0.5), CIVector(x: 0, y: 0, z: 0, w: 0.5))
        try expect(filter.outputImage, in: grid.bounds) { _, _ in SIMD4(0.05, 0.1, 0.025, 0.25) }
    }

    @Test("The curves of sRGB undo each other")
    func toneCurves() throws {
        let grid = PixelGrid.colorful(width: 6, height: 5)
        let back = grid.image.applyingFilter("CILinearToSRGBToneCurve").applyingFilter("CISRGBToneCurveToLinear")
        try expect(back, in: grid.bounds) { x, y in PlainColor(grid[x, y]).pixel }
    }

    @Test("Vibrance: dull colours gain more than saturated ones and skin, grays stay, −1 removes most saturation")
    func vibranceCharacter() throws {
        func change(_ color: SIMD3<Float>, by amount: Double = 0.8) throws -> Float {
            let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(color, 1) }
            let result = try PixelGrid(
                rendering: grid.image.applyingFilter("CIVibrance", parameters: [kCIInputAmountKey: amount]),
                in: grid.bounds)[0, 0]
            func spread(_ r: Float, _ g: Float, _ b: Float) -> Float { max(r, g, b) - min(r, g, b) }
            let before = spread(color.x, color.y, color.z)
            return before == 0 ? spread(result.x, result.y, result.z) : spread(result.x, result.y, result.z) / before
        }
        let (dullBlue, strongBlue) = (try change(SIMD3(0.4, 0.45, 0.55)), try change(SIMD3(0.05, 0.1, 0.9)))
        let (skin, dullGreen) = (try change(SIMD3(0.6, 0.45, 0.35)), try change(SIMD3(0.35, 0.6, 0.45)))
        #expect(dullBlue > strongBlue + 0.2)
        #expect(skin < dullGreen - 0.1 && skin > 1)
        #expect(abs(try change(SIMD3(0.3, 0.3, 0.3))) < 1e-6)
        // At an amount of −1, pure blue keeps 15 % of its saturation, and orange skin more than 85 %.
        #expect(abs(try change(SIMD3(0, 0, 0.8), by: -1) - 0.15) < 1e-4)
        #expect(try change(SIMD3(0.6, 0.45, 0.35), by: -1) > 0.85)
    }
}
