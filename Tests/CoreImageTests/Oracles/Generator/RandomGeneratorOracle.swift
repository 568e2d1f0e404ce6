import CoreImage
import Testing

extension FilterOracle {
    /// BSD `random()` with seed 42, whose first numbers are public, as in a published render. The noise repeats every
    /// 256 pixels and is uniform.
    static let randomGenerator = FilterOracle("CIRandomGenerator", .published) {
        let image = try #require(CIFilter.randomGenerator().outputImage)
        #expect(image.extent.isInfinite)
        let tile = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 256, height: 256))
        // The top left pixel takes the low bytes of the first four numbers: alpha, red, green, blue. The tolerance
        // allows for half floats.
        let first = [71_876_166, 708_592_740, 1_483_128_881, 907_283_241].map { Float($0 & 255) / 255 }
        try expect(image, in: CGRect(x: 256, y: 511, width: 1, height: 1), tolerance: 0x1p-11) { _, _ in
            SIMD4(first[1], first[2], first[3], first[0])
        }
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
