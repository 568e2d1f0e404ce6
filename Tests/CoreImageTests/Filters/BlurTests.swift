import CoreImage
import Testing

@Suite("Filters: blur")
struct BlurTests {
    let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)

    /// The exact weighted sum over every pixel of a picture.
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

    @Test("A Gaussian blur is the weighted mean of premultiplied linear pixels", arguments: [Float(0.6), 1.3, 2.5, 9])
    func gaussian(radius: Float) throws {
        let filter = CIFilter.gaussianBlur()
        (filter.inputImage, filter.radius) = (grid.image, radius)
        // Weights beyond three standard deviations, 1 in 370, are left out.
        try expect(filter.outputImage, in: CGRect(x: -4, y: -8, width: 26, height: 21), tolerance: 0.006) { x, y in
            Self.gaussian(grid, sigma: Double(radius), x: x, y: y)
        }
    }

    @Test("A blur of a clamped image does not fade at the edges")
    func clamped() throws {
        let blurred = grid.image.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: grid.bounds)
        try expect(blurred, in: grid.bounds, tolerance: 0.006) { x, y in
            Self.gaussian(grid, sigma: 2, x: x, y: y, clamped: true)
        }
        #expect(CIImage(color: .red).applyingGaussianBlur(sigma: 5).extent.isInfinite)
    }

    @Test("The extent is the published one: a picture of 660 by 483, blurred by 20, becomes 992 by 816")
    func extent() throws {
        let picture = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 660, height: 483))
        let blurred = picture.applyingGaussianBlur(sigma: 20)
        #expect(blurred.extent == CGRect(x: -160, y: -160, width: 992, height: 816))
        // Half of the light is left on an edge, and none far away.
        let edge = try PixelGrid(rendering: blurred, in: CGRect(x: 659, y: 240, width: 2, height: 1))
        #expect(abs((edge[659, 240].w + edge[660, 240].w) / 2 - 0.5) < 0.004)
        let corner = try PixelGrid(rendering: blurred, in: CGRect(x: -160, y: -160, width: 3, height: 3))
        #expect(corner[-160, -160] == .zero)
    }

    @Test("Radii that blur nothing", arguments: [Float(0), -3, .nan, .infinity])
    func identity(radius: Float) throws {
        let filter = CIFilter.gaussianBlur()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.radius) = (grid.image, radius)
        #expect(filter.outputImage?.extent == grid.bounds)
        try expect(filter.outputImage, in: grid.bounds) { grid[$0, $1] }
    }

    @Test(
        "A box blur is the mean over a square of the largest odd side up to the radius",
        arguments: [(3, 3), (4.9, 3), (5, 5), (10, 9), (40, 39)] as [(Float, Int)])
    func box(radius: Float, side: Int) throws {
        let filter = CIFilter.boxBlur()
        (filter.inputImage, filter.radius) = (grid.image, radius)
        let reach = side / 2
        #expect(filter.outputImage?.extent == grid.bounds.insetBy(dx: CGFloat(-reach), dy: CGFloat(-reach)))
        try expect(filter.outputImage, in: CGRect(x: -2, y: -6, width: 22, height: 17)) { x, y in
            var sum = SIMD4<Float>.zero
            for j in -reach...reach { for i in -reach...reach { sum += grid[x + i, y + j] } }
            return sum / Float(side * side)
        }
    }

    @Test("Boxes of one pixel blur nothing", arguments: [Float(0), 1, 2.9, -7, .nan, .infinity])
    func smallBox(radius: Float) throws {
        let filter = CIFilter.boxBlur()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.radius) = (grid.image, radius)
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2)) { grid[$0, $1] }
    }
}
