import CoreImage
import TestSupport
import Testing

@Suite("Filters: gradients")
struct GradientTests {
    private let first = CIColor(red: 0.9, green: 0.2, blue: 0, alpha: 1)
    private let last = CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25)
    private let firstPixel = SIMD4(linearFromSRGB(0.9), linearFromSRGB(0.2), 0, 1)
    private let lastPixel = SIMD4(0, linearFromSRGB(0.5), 1, 1) * 0.25
    private let window = CGRect(x: -9, y: -7, width: 28, height: 23)

    @Test("Linear gradient between one point shows the last colour")
    func degenerateLine() throws {
        let filter = CIFilter.linearGradient()
        (filter.color0, filter.color1) = (first, last)
        for (start, end) in [
            (CGPoint(x: 3, y: 3), CGPoint(x: 3, y: 3)), (CGPoint(x: CGFloat.nan, y: 0), .zero),
            (.zero, CGPoint(x: 1e-200, y: 0)), (.zero, CGPoint(x: 1e200, y: 0)),
        ] {
            (filter.point0, filter.point1) = (start, end)
            try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 4, height: 4)) { _, _ in lastPixel }
        }
    }

    @Test("Radial gradient with equal radii has a hard edge")
    func hardEdge() throws {
        let filter = CIFilter.radialGradient()
        (filter.center, filter.color0, filter.color1) = (CGPoint(x: 3, y: 2), first, last)
        (filter.radius0, filter.radius1) = (4.2, 4.2)
        try expect(filter.outputImage, in: window) { x, y in
            hypot(pixelCenter(x, y).x - 3, pixelCenter(x, y).y - 2) < 4.2 ? firstPixel : lastPixel
        }
    }

    @Test("Smooth linear gradient between one point shows the last colour")
    func degenerateSmoothLine() throws {
        let filter = CIFilter.smoothLinearGradient()
        (filter.color0, filter.color1) = (first, last)
        (filter.point0, filter.point1) = (CGPoint(x: 3, y: 3), CGPoint(x: 3, y: 3))
        try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 4, height: 4)) { _, _ in lastPixel }
    }

    @Test("Gaussian gradient without a radius shows the last colour", arguments: [0, -5, Float.nan, .infinity])
    func noRadius(radius: Float) throws {
        let filter = CIFilter.gaussianGradient()
        (filter.center, filter.color0, filter.color1, filter.radius) = (.zero, first, last, radius)
        try expect(filter.outputImage, in: CGRect(x: -2, y: -2, width: 4, height: 4)) { _, _ in lastPixel }
    }

    @Test("A colour wheel's dither is even noise around the wheel without it, of so many steps of 8 bits")
    func dither() throws {
        func wheel(dither: Float) throws -> PixelGrid {
            let filter = CIFilter.hueSaturationValueGradient()
            (filter.radius, filter.value, filter.dither) = (40, 0.5, dither)
            return try PixelGrid(
                rendering: #require(filter.outputImage), in: CGRect(x: 30, y: 30, width: 20, height: 20))
        }
        let (plain, noisy) = (try wheel(dither: 0), try wheel(dither: 2))
        let noise = (30..<50).flatMap { y in
            (30..<50).map { x in
                (SRGBFormula.encoded(Double(noisy[x, y].y)) - SRGBFormula.encoded(Double(plain[x, y].y))) * 255
            }
        }
        #expect(noise.allSatisfy { abs($0) <= 1.01 })
        let mean = noise.reduce(0, +) / 400
        #expect(abs(mean) < 0.12)
        let variance = noise.reduce(0) { $0 + $1 * $1 } / 400
        #expect(abs(variance - 1.0 / 3) < 0.06)
    }

    @Test("A colour wheel in a space without red, green and blue can't be rendered, and the reason names the key")
    func wrongSpace() throws {
        let filter = CIFilter.hueSaturationValueGradient()
        filter.colorSpace = CGColorSpaceCreateDeviceGray()
        let image = try #require(filter.outputImage)
        let error = #expect(throws: CIFilterError.self) {
            try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        }
        #expect(error.map { "\($0)".contains("inputColorSpace") } == true)
    }
}
