import CoreImage
import Testing

extension FilterOracle {
    /// The length of each component's Sobel gradient times intensity; black at the identity that Core Image reports.
    static let edges = FilterOracle("CIEdges", .properties) {
        let grid = PixelGrid.colorful(x: -3, y: 5, width: 12, height: 9)
        for (intensity, factor) in [(1, 1), (0.3, 0.3), (10, 10), (0, 0), (-2, 0), (.nan, 0)] as [(Double, Double)] {
            let image = grid.image.applyingFilter("CIEdges", parameters: [kCIInputIntensityKey: intensity])
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            try expect(image, in: grid.bounds, tolerance: 1e-3) { x, y in
                let (right, up) = responses(to: sobelWeights, of: grid, x: x, y: y)
                let alpha = grid[x, y].w
                let length = (right * right + up * up).squareRoot() * factor
                var pixel = SIMD4<Float>(length) * alpha
                pixel.w = alpha
                return pixel
            }
        }
        // A straight step shows at the two pixels beside it, and nowhere else, in its own colour.
        let step = PixelGrid(width: 12, height: 5) { x, _ in x < 6 ? SIMD4(0, 0.5, 0, 1) : SIMD4(1, 0.5, 0, 1) }
        try expect(step.image.applyingFilter("CIEdges"), in: step.bounds) { x, _ in
            SIMD4(x == 5 || x == 6 ? 1 : 0, 0, 0, 1)
        }
    }
}
