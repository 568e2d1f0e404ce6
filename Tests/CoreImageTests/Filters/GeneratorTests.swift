import Testing

@testable import CoreImage

@Suite("Filters: generators")
struct GeneratorTests {
    @Test("A constant colour is converted to the working space and premultiplied")
    func constant() throws {
        for (red, green, blue, alpha) in [(0.5, 0.25, 1.0, 1.0), (0.8, 0.0, 0.1, 0.4), (1.0, 1.0, 1.0, 0.0)] {
            let color = CIColor(red: red, green: green, blue: blue, alpha: alpha)
            let filter = CIFilter(name: "CIConstantColorGenerator", parameters: [kCIInputColorKey: color])
            #expect(filter?.outputImage?.extent.isInfinite == true)
            try expect(filter?.outputImage, in: CGRect(x: -3, y: 1000, width: 3, height: 2)) { _, _ in
                SIMD4(linear(red), linear(green), linear(blue), 1) * Float(alpha)
            }
        }
    }

    private let green = CIColor(red: 0.2, green: 1, blue: 0.4)
    private let red = CIColor(red: 1, green: 0.4, blue: 0.4, alpha: 0.5)
    private let greenPixel = SIMD4(linear(0.2), 1, linear(0.4), 1)
    private let redPixel = SIMD4(1, linear(0.4), linear(0.4), 1) * 0.5

    @Test(
        "Hard checkerboards: the square holding a pixel's centre decides",
        arguments: [
            (CGPoint.zero, 5), (CGPoint(x: 3.3, y: -7.9), 4.5), (CGPoint(x: 150, y: 150), 1),
            (CGPoint(x: -2, y: 9), 300), (CGPoint(x: 1, y: 2), -6),
        ] as [(CGPoint, Float)])
    func checkerboard(center corner: CGPoint, width: Float) throws {
        let filter = CIFilter.checkerboardGenerator()
        (filter.center, filter.width, filter.color0, filter.color1) = (corner, width, green, red)
        #expect(filter.outputImage?.extent.isInfinite == true)
        try expect(filter.outputImage, in: CGRect(x: -14, y: -11, width: 31, height: 29)) { x, y in
            let size = CGFloat(abs(width))
            let column = Int(((center(x, y).x - corner.x) / size).rounded(.down))
            let row = Int(((center(x, y).y - corner.y) / size).rounded(.down))
            return (column + row) % 2 == 0 ? greenPixel : redPixel
        }
    }

    @Test(
        "Soft checkerboards: borders are an even mix, square centres at full strength", arguments: [Float(0), 0.5, 0.9])
    func softCheckerboard(sharpness: Float) throws {
        let filter = CIFilter.checkerboardGenerator()
        (filter.center, filter.width, filter.color0, filter.color1) = (CGPoint(x: 0.5, y: 0.5), 8, green, red)
        filter.sharpness = sharpness
        let pixels = try PixelGrid(
            rendering: try #require(filter.outputImage), in: CGRect(x: -8, y: -8, width: 24, height: 24))
        #expect(simdDistance(pixels[4, 4], greenPixel) < 1e-5)
        #expect(simdDistance(pixels[12, 4], redPixel) < 1e-5)
        for along in -8..<16 { #expect(simdDistance(pixels[0, along], (greenPixel + redPixel) / 2) < 1e-5) }
        // A quarter of a square from the border the sign has reached min(0.5 / (1 − sharpness), 1).
        let strength = min(0.5 / (1 - sharpness), 1)
        let mixed = redPixel + (greenPixel - redPixel) * (0.5 + 0.5 * strength)
        #expect(simdDistance(pixels[2, 4], mixed) < 1e-5)
    }

    @Test("Squares without a size show colour 0", arguments: [Float(0), .nan, .infinity])
    func degenerateCheckerboard(width: Float) throws {
        let filter = CIFilter.checkerboardGenerator()
        (filter.width, filter.color0, filter.color1) = (width, green, red)
        try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 5, height: 5)) { _, _ in greenPixel }
    }

    @Test(
        "Hard stripes: colour 1 to the right of the centre",
        arguments: [(0, 5), (3.3, 4.5), (150, 1), (1, -6)] as [(CGFloat, Float)])
    func stripes(center edge: CGFloat, width: Float) throws {
        let filter = CIFilter.stripesGenerator()
        (filter.center, filter.width) = (CGPoint(x: edge, y: 7), width)
        (filter.color0, filter.color1) = (green, red)
        #expect(filter.outputImage?.extent.isInfinite == true)
        try expect(filter.outputImage, in: CGRect(x: -14, y: -2, width: 31, height: 3)) { x, y in
            let stripe = Int(((center(x, y).x - edge) / CGFloat(abs(width))).rounded(.down))
            return stripe % 2 == 0 ? redPixel : greenPixel
        }
    }

    @Test("Soft stripes ramp from the edges", arguments: [Float(0), 0.5])
    func softStripes(sharpness: Float) throws {
        let filter = CIFilter.stripesGenerator()
        (filter.center, filter.width, filter.sharpness) = (.zero, 8, sharpness)
        (filter.color0, filter.color1) = (green, red)
        try expect(filter.outputImage, in: CGRect(x: -8, y: 0, width: 16, height: 1)) { x, _ in
            let distance = min(abs(Float(x) + 0.5), 8 - abs(Float(x) + 0.5))
            let strength = min(distance / 4 / (1 - sharpness), 1) * (x < 0 ? -1 : 1)
            return greenPixel + (redPixel - greenPixel) * (0.5 + 0.5 * strength)
        }
        for width in [Float(0), .nan] {
            filter.width = width
            try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 2, height: 1)) { _, _ in redPixel }
        }
    }

    @Test("The noise generator is BSD random(): the first numbers for seed 42 as every C library with it prints them")
    func additiveFeedback() {
        var generator = AdditiveFeedbackGenerator(seed: 42)
        #expect(
            (0..<5).map { _ in generator.next() } == [71_876_166, 708_592_740, 1_483_128_881, 907_283_241, 442_951_012])
    }

    @Test("Noise repeats every 256 pixels and is spread evenly, each component for itself")
    func random() throws {
        let image = try #require(CIFilter.randomGenerator().outputImage)
        #expect(image.extent.isInfinite)
        let tile = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 256, height: 256))
        // The top left pixel takes the first four numbers' low bytes: alpha, red, green, blue.
        let first = [71_876_166, 708_592_740, 1_483_128_881, 907_283_241].map { Float($0 & 255) / 255 }
        // The noise is computed once and kept as half floats.
        #expect(simdDistance(tile[0, 255], SIMD4(first[1], first[2], first[3], first[0])) < 0x1p-11)
        try expect(image, in: CGRect(x: -300, y: 400, width: 60, height: 60)) { x, y in tile[x & 255, y & 255] }
        var sum = SIMD4<Double>.zero
        var squares = SIMD4<Double>.zero
        var neighbours = 0.0
        for y in 0..<256 {
            for x in 0..<256 {
                let pixel = SIMD4<Double>(tile[x, y])
                sum += pixel
                squares += pixel * pixel
                neighbours += (pixel.x - 0.5) * (Double(tile[(x + 1) & 255, y].y) - 0.5)
            }
        }
        let count = 65536.0
        for component in 0..<4 {
            // Mean 1/2 and mean square 1/3 (plus a little for bytes), within five standard errors.
            #expect(abs(sum[component] / count - 0.5) < 5 * 0.2887 / 256)
            #expect(abs(squares[component] / count - 1.0 / 3) < 5 * 0.2981 / 256 + 0.001)
        }
        #expect(abs(neighbours / count) < 5 * (1.0 / 12) / 256)
    }
}

/// Largest difference between components.
private func simdDistance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    (0..<4).map { abs(a[$0] - b[$0]) }.max() ?? 0
}
