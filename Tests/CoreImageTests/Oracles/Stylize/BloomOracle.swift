import CoreImage
import Testing

extension FilterOracle {
    /// Adds what a blurred copy has more than the image. Flat pictures and the identity values that Core Image reports
    /// change nothing.
    static let bloom = FilterOracle("CIBloom", .properties) {
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        for (radius, intensity) in [(1.5, 0.5), (3, 1), (0.8, 2.5)] as [(Float, Float)] {
            let image = grid.image.applyingFilter(
                "CIBloom", parameters: [kCIInputRadiusKey: radius, kCIInputIntensityKey: intensity])
            let reach = (3 * CGFloat(radius)).rounded(.up)
            #expect(image.extent == grid.bounds.insetBy(dx: -reach, dy: -reach))
            try expect(image, in: grid.bounds.insetBy(dx: -2, dy: -2), tolerance: 0.015) { x, y in
                let pixel = grid[x, y]
                let blurred = BlurTests.gaussian(grid, sigma: Double(radius), x: x, y: y)
                var result = pixel
                for i in 0..<4 { result[i] += (i == 3 ? min(intensity, 1) : intensity) * max(blurred[i] - pixel[i], 0) }
                return result
            }
        }
        try expectGlowIdentities("CIBloom")
    }
}
