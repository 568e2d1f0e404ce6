import CoreImage
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter that shows the gradient of one component.
    ///
    /// On a picture with transparency and colours outside 0…1, red and green must be the responses to the right and
    /// upwards of the component with the longest gradient. `weights` are those of the response to the right: a square
    /// with an odd side, the lowest row first.
    static func gradient(_ filter: String, _ evidence: Evidence, weights: [[Double]]) -> FilterOracle {
        FilterOracle(filter, evidence) {
            let grid = PixelGrid.colorful(x: -3, y: 5, width: 12, height: 9)
            let image = grid.image.applyingFilter(filter)
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            try expect(image, in: grid.bounds.insetBy(dx: -1, dy: -1)) { x, y in
                guard grid.bounds.contains(pixelCenter(x, y)) else { return .zero }
                let (right, up) = responses(to: weights, of: grid, x: x, y: y)
                let size = right * right + up * up
                // Of equally steep components, the first one is taken here.
                var best = 0
                for i in 1..<3 where size[i] > size[best] { best = i }
                return SIMD4(Float(right[best]), Float(up[best]), 0, 1)
            }
        }
    }

    /// Responses of the components to the right and upwards, edge pixels repeated.
    static func responses(to weights: [[Double]], of grid: PixelGrid, x: Int, y: Int) -> (SIMD4<Double>, SIMD4<Double>)
    {
        let reach = weights.count / 2
        var (right, up) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
        for j in -reach...reach {
            for i in -reach...reach {
                right += SIMD4<Double>(grid.clamped(x + i, y + j)) * weights[j + reach][i + reach]
                up += SIMD4<Double>(grid.clamped(x + j, y + i)) * weights[j + reach][i + reach]
            }
        }
        return (right, up)
    }

    /// Sobel's weights for a step of 1 to give 1.
    static let sobelWeights: [[Double]] = [[-0.25, 0, 0.25], [-0.5, 0, 0.5], [-0.25, 0, 0.25]]
}
