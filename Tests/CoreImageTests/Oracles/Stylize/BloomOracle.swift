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

    /// Checks that a bloom or gloom leaves flat pictures unchanged, and every picture where the radius or the intensity
    /// is 0.
    static func expectGlowIdentities(_ filter: String) throws {
        let flat = CIImage(color: CIColor(red: 0.5, green: 0.2, blue: 1)).applyingFilter(
            filter, parameters: [kCIInputIntensityKey: 1])
        try expect(flat, in: CGRect(x: 4, y: 4, width: 3, height: 3)) { _, _ in SIMD4(linear(0.5), linear(0.2), 1, 1) }
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        for (key, value) in [("inputRadius", 0), ("inputIntensity", 0), ("inputRadius", .nan), ("inputIntensity", -1)]
            as [(String, Double)]
        {
            let same = grid.image.applyingFilter(filter, parameters: [key: value])
            #expect(same.extent == grid.bounds)
            try expect(same, in: grid.bounds) { grid[$0, $1] }
        }
    }
}
