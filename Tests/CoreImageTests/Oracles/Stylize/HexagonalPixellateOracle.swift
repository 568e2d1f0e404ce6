import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Means over the pixels nearest to each point of a triangular lattice, found by exhaustive search.
    static let hexagonalPixellate = FilterOracle("CIHexagonalPixellate", .properties) {
        let grid = PixelGrid.colorful(x: -6, y: 4, width: 25, height: 21)
        for (scale, middle) in [
            (4.3, CGPoint(x: 3.21, y: 8.77)), (7, CGPoint(x: -100.1, y: 55.3)), (11.7, CGPoint(x: 0.13, y: 0.29)),
        ]
            as [(Double, CGPoint)]
        {
            let image = grid.image.applyingFilter(
                "CIHexagonalPixellate",
                parameters: [kCIInputScaleKey: scale, kCIInputCenterKey: CIVector(cgPoint: middle)])
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            var sums: [SIMD2<Int>: (SIMD4<Double>, Double)] = [:]
            func hexagon(_ x: Int, _ y: Int) -> SIMD2<Int> {
                let (u, v) = ((Double(x) + 0.5 - middle.x) / scale, (Double(y) + 0.5 - middle.y) / scale)
                var (best, nearest) = (SIMD2(0, 0), Double.infinity)
                for row in Int(v / 0.75.squareRoot()) - 3...Int(v / 0.75.squareRoot()) + 3 {
                    for column in Int(u) - 3...Int(u) + 3 {
                        let (i, j) = (Double(column) + (row % 2 == 0 ? 0 : 0.5), Double(row) * 0.75.squareRoot())
                        let away = hypot(u - i, v - j)
                        if away < nearest { (best, nearest) = (SIMD2(column, row), away) }
                    }
                }
                return best
            }
            for y in grid.y..<grid.y + grid.height {
                for x in grid.x..<grid.x + grid.width {
                    let old = sums[hexagon(x, y)] ?? (.zero, 0)
                    sums[hexagon(x, y)] = (old.0 + SIMD4<Double>(grid[x, y]), old.1 + 1)
                }
            }
            try expect(image, in: grid.bounds, tolerance: 2e-3) { x, y in
                let sum = sums[hexagon(x, y)] ?? (.zero, 1)
                return SIMD4<Float>(sum.0 / sum.1)
            }
        }
        for scale in [1, 0, -5, .nan, .infinity] as [Double] {
            let same = grid.image.applyingFilter("CIHexagonalPixellate", parameters: [kCIInputScaleKey: scale])
            try expect(same, in: grid.bounds) { grid[$0, $1] }
        }
    }
}
