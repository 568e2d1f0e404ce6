import CoreImage
import Testing

@Suite("Filters: blur")
struct BlurTests {
    let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)

    /// Returns a pixel's exact weighted sum over a whole picture.
    static func gaussian(_ grid: PixelGrid, sigma: Double, x: Int, y: Int, clamped: Bool = false) -> SIMD4<Float> {
        let reach = Int((6 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        // Outside the picture there is nothing to add, unless its edges are repeated.
        func steps(_ start: Int, _ count: Int, from position: Int) -> StrideThrough<Int> {
            let low = clamped ? -reach : max(-reach, start - position)
            return stride(from: low, through: clamped ? reach : min(reach, start + count - 1 - position), by: 1)
        }
        var sum = SIMD4<Double>.zero
        for j in steps(grid.y, grid.height, from: y) {
            for i in steps(grid.x, grid.width, from: x) {
                sum += SIMD4<Double>(grid.clamped(x + i, y + j)) * (weights[i + reach] * weights[j + reach])
            }
        }
        let total = weights.reduce(0, +) * weights.reduce(0, +)
        return SIMD4<Float>(sum / total)
    }

    @Test("A blur of a clamped image does not fade at the edges")
    func clamped() throws {
        let blurred = grid.image.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: grid.bounds)
        try expect(blurred, in: grid.bounds, tolerance: 0.006) { x, y in
            Self.gaussian(grid, sigma: 2, x: x, y: y, clamped: true)
        }
        #expect(CIImage(color: .red).applyingGaussianBlur(sigma: 5).extent.isInfinite)
    }

    @Test("The extent is the published one: a picture of 200 by 205, blurred by 8, becomes 248 by 253")
    func publishedExtent() throws {
        let picture = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 200, height: 205))
        #expect(picture.applyingGaussianBlur(sigma: 8).extent == CGRect(x: -24, y: -24, width: 248, height: 253))
    }

    @Test("The extent grows by three radii")
    func extent() throws {
        let picture = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 660, height: 483))
        let blurred = picture.applyingGaussianBlur(sigma: 20)
        #expect(blurred.extent == CGRect(x: -60, y: -60, width: 780, height: 603))
        // Half of the light is left on an edge, and none far away.
        let edge = try PixelGrid(rendering: blurred, in: CGRect(x: 659, y: 240, width: 2, height: 1))
        #expect(abs((edge[659, 240].w + edge[660, 240].w) / 2 - 0.5) < 0.004)
        let corner = try PixelGrid(rendering: blurred, in: CGRect(x: -63, y: -63, width: 3, height: 3))
        #expect(corner[-63, -63] == .zero)
    }

    @Test("Radii without effect", arguments: [Float(0), -3, .nan, .infinity])
    func identity(radius: Float) throws {
        let filter = CIFilter.gaussianBlur()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.radius) = (grid.image, radius)
        #expect(filter.outputImage?.extent == grid.bounds)
        try expect(filter.outputImage, in: grid.bounds) { grid[$0, $1] }
    }

    @Test("Boxes of one pixel blur nothing", arguments: [Float(0), 1, 2.9, -7, .nan, .infinity])
    func smallBox(radius: Float) throws {
        let filter = CIFilter.boxBlur()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.radius) = (grid.image, radius)
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2)) { grid[$0, $1] }
    }

    @Test(
        "Settings without effect keep pixels and extent",
        arguments: [
            ("CIDiscBlur", "inputRadius", 0.5), ("CIDiscBlur", "inputRadius", -3), ("CIBokehBlur", "inputRadius", 0),
            ("CIMotionBlur", "inputRadius", 0), ("CIMotionBlur", "inputAngle", Double.nan),
            ("CIZoomBlur", "inputAmount", 0),
            ("CIMorphologyMinimum", "inputRadius", 0.9), ("CIMorphologyMaximum", "inputRadius", -8),
            ("CIUnsharpMask", "inputIntensity", 0), ("CISharpenLuminance", "inputSharpness", Double.infinity),
        ])
    func nothing(name: String, key: String, value: Double) throws {
        let image = grid.image.applyingFilter(name, parameters: [key: value])
        #expect(image.extent == grid.bounds)
        try expect(image, in: grid.bounds.insetBy(dx: -2, dy: -2)) { grid[$0, $1] }
    }

    @Test(
        "Blurs neither add nor lose light",
        arguments: [
            ("CIDiscBlur", ["inputRadius": 12.0]), ("CIMotionBlur", ["inputRadius": 4.0, "inputAngle": 2.2]),
            ("CIBokehBlur", ["inputRadius": 9.0, "inputRingAmount": 1.0, "inputSoftness": 0.7]),
        ])
    func light(name: String, parameters: [String: Double]) throws {
        let image = grid.image.applyingFilter(name, parameters: parameters)
        let pixels = try PixelGrid(rendering: image, in: image.extent)
        func sum(_ grid: PixelGrid) -> SIMD4<Float> {
            (grid.y..<grid.y + grid.height).reduce(.zero) { sum, y in
                (grid.x..<grid.x + grid.width).reduce(sum) { $0 + grid[$1, y] }
            }
        }
        #expect(maximumDifference(sum(pixels), sum(grid)) < 0.1)
    }

    @Test("A point of light becomes a disc, and with a ring a brighter rim")
    func disc() throws {
        let point = PixelGrid(x: 0, y: 0, width: 1, height: 1) { _, _ in SIMD4(100, 100, 100, 1) }
        func brightness(_ ring: Double, at x: Int) throws -> Float {
            let image = point.image.applyingFilter(
                "CIBokehBlur", parameters: ["inputRadius": 20, "inputRingAmount": ring, "inputSoftness": 0])
            return try PixelGrid(rendering: image, in: CGRect(x: x, y: 0, width: 1, height: 1))[x, 0].x
        }
        #expect(abs(try brightness(0, at: 18) - brightness(0, at: 0)) < 1e-4)
        #expect(abs(try brightness(1, at: 18) - 2 * brightness(1, at: 0)) < 1e-3)
        #expect(try brightness(0, at: 20) == 0)
    }

    @Test(
        "Blurs leave infinite constant colours unchanged",
        arguments: ["CIDiscBlur", "CIMotionBlur", "CIZoomBlur", "CIMedianFilter"])
    func endless(name: String) throws {
        let image = CIImage(color: CIColor(red: 1, green: 1, blue: 0)).applyingFilter(name)
        #expect(image.extent.isInfinite)
        try expect(image, in: CGRect(x: -3, y: 40, width: 4, height: 4)) { _, _ in SIMD4(1, 1, 0, 1) }
    }
}
