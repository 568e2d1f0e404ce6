import CoreImage
import Foundation
import Testing

@Suite("Filters: colour effects")
struct ColorEffectTests {
    @Test("Inversion: one minus colour")
    func invert() throws {
        try expectColors("CIColorInvert") { color in color.mapping { 1 - $0 } }
    }

    @Test("Inverting twice changes nothing")
    func invertTwice() throws {
        let grid = PixelGrid.colorful(width: 6, height: 5)
        try expect(grid.image.applyingFilter("CIColorInvert").applyingFilter("CIColorInvert"), in: grid.bounds) {
            x, y in
            PlainColor(grid[x, y]).pixel
        }
    }

    @Test("Minimum component")
    func minimum() throws {
        try expectColors("CIMinimumComponent") { color in color.gray(min(color.red, color.green, color.blue)) }
    }

    @Test("Maximum component")
    func maximum() throws {
        try expectColors("CIMaximumComponent") { color in color.gray(max(color.red, color.green, color.blue)) }
    }

    @Test("Mask to alpha: the gray value of the premultiplied colour in all four components")
    func maskToAlpha() throws {
        let grid = PixelGrid.colorful(x: 2, y: -4, width: 8, height: 7)
        try expect(grid.image.applyingFilter("CIMaskToAlpha"), in: grid.bounds) { x, y in
            let pixel = grid[x, y]
            return SIMD4(repeating: min(max(0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z, 0), 1))
        }
    }

    @Test("Sepia: a mixture with a tone of luminance", arguments: [0, 0.3, 0.8, 1, 2])
    func sepia(intensity: Double) throws {
        try expectColors("CISepiaTone", [kCIInputIntensityKey: intensity]) { color in
            let luminance = max(0, color.weighted(0.2126, 0.7152, 0.0722))
            let tone = PlainColor(
                pow(luminance, 0.783), 0.989 * pow(luminance, 1.085), 0.914 * pow(luminance, 1.902), color.alpha)
            return color.mixed(with: tone, intensity)
        }
    }

    /// Linear luminances, and the linear colours that pixels of that luminance have on average in a picture that Core Image made at intensity 1.
    private static let published: [(luminance: Double, tone: [Double])] = [
        (0.05, [0.106, 0.045, 0.0042]), (0.2, [0.2836, 0.1712, 0.0427]), (0.4, [0.4901, 0.3667, 0.1599]),
        (0.6, [0.6714, 0.5699, 0.3469]), (0.8, [0.839, 0.7764, 0.6]), (0.95, [0.9615, 0.9356, 0.8344]),
    ]

    @Test("Sepia: colours read off a picture that Core Image made", arguments: published)
    func sepiaPublished(luminance: Double, tone: [Double]) throws {
        let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(SIMD3(repeating: Float(luminance)), 1) }
        try expect(grid.image.applyingFilter("CISepiaTone"), in: grid.bounds, tolerance: 0.012) { _, _ in
            SIMD4(Float(tone[0]), Float(tone[1]), Float(tone[2]), 1)
        }
    }

    @Test("The process look: known colours, transparency kept")
    func process() throws {
        // sRGB values from a published picture of Core Image's effect: grays and a red, and what became of them.
        let known: [(SIMD3<Double>, SIMD3<Double>)] = [
            (SIMD3(0.025, 0.033, 0.026), SIMD3(0.007, 0.031, 0.163)),
            (SIMD3(0.735, 0.719, 0.728), SIMD3(0.792, 0.783, 0.659)),
            (SIMD3(0.826, 0.817, 0.816), SIMD3(0.897, 0.862, 0.712)),
            (SIMD3(0.989, 0.990, 0.976), SIMD3(0.999, 0.993, 0.839)),
            (SIMD3(0.989, 0.226, 0.008), SIMD3(0.993, 0.340, 0.290)),
        ]
        for (index, alpha) in [Float(1), 0.5].enumerated() {
            let grid = PixelGrid(x: index, width: 5, height: 1) { x, _ in
                let color = known[x - index].0
                return SIMD4(linear(color.x), linear(color.y), linear(color.z), 1) * alpha
            }
            let result = try PixelGrid(
                rendering: grid.image.applyingFilter("CIPhotoEffectProcess"), in: grid.bounds)
            for x in 0..<5 {
                let pixel = result[x + index, 0]
                #expect(pixel.w == alpha)
                for component in 0..<3 {
                    let encoded = srgb(Double(pixel[component] / alpha))
                    #expect(abs(encoded - known[x].1[component]) < 0.02, "colour \(x), component \(component)")
                }
            }
        }
    }

    private func srgb(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
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
