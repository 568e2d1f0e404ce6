import CoreImage
import Testing

extension FilterOracle {
    /// The squares of Roberts' differences between each pixel and the ones right of and below it, as a picture of Core
    /// Image shows; black at the identity that it reports.
    static let edges = FilterOracle("CIEdges", .published) {
        let grid = PixelGrid.colorful(x: -3, y: 5, width: 12, height: 9)
        for (intensity, factor) in [(1, 1), (0.3, 0.3), (10, 10), (0, 0), (-2, 0), (.nan, 0)] as [(Double, Double)] {
            let image = grid.image.applyingFilter("CIEdges", parameters: [kCIInputIntensityKey: intensity])
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            try expect(image, in: grid.bounds, tolerance: 1e-3) { x, y in
                let falling = grid.clamped(x, y) - grid.clamped(x + 1, y - 1)
                let rising = grid.clamped(x + 1, y) - grid.clamped(x, y - 1)
                var pixel = (falling * falling + rising * rising) * Float(factor / 2)
                pixel.w = grid[x, y].w
                return pixel
            }
        }
        // A straight step shows in one column, and nowhere else, in its own colour.
        let step = PixelGrid(width: 12, height: 5) { x, _ in x < 6 ? SIMD4(0, 0.5, 0, 1) : SIMD4(1, 0.5, 0, 1) }
        try expect(step.image.applyingFilter("CIEdges"), in: step.bounds) { x, _ in SIMD4(x == 5 ? 1 : 0, 0, 0, 1) }
    }
}
