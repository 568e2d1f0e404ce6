import CoreImage
import Testing

extension FilterOracle {
    /// Checks that a bloom or gloom leaves flat pictures unchanged, and every picture where the radius or the intensity
    /// is 0.
    static func expectGlowIdentities(_ filter: String) throws {
        let flat = CIImage(color: CIColor(red: 0.5, green: 0.2, blue: 1)).applyingFilter(
            filter, parameters: [kCIInputIntensityKey: 1])
        try expect(flat, in: CGRect(x: 4, y: 4, width: 3, height: 3)) { _, _ in
            SIMD4(linearFromSRGB(0.5), linearFromSRGB(0.2), 1, 1)
        }
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
