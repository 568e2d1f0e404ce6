import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Otsu's method by its definition, which tries every split. If the published picture of iOS 14.0 is available, its
    /// green component is compared too. The other components are black in it, contrary to the documentation.
    static let colorThresholdOtsu = FilterOracle("CIColorThresholdOtsu", .published) {
        let grids = [
            PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8), PixelGrid.colorful(width: 20, height: 14),
            PixelGrid(x: 2, width: 30, height: 12) { x, y in
                let alpha: Float = y == 3 ? 0 : x > 20 ? 0.5 : 1
                let bright = (x * x + y * 7) % 5 == 0
                let color = SIMD3<Float>(
                    bright ? 0.8 : 0.1 + Float(x) / 200, bright ? 0.3 : 0.2, Float((x * y) % 13) / 40)
                return SIMD4(color, 1) * alpha
            },
        ]
        for grid in grids {
            var colors: [PlainColor] = []
            for y in grid.y..<grid.y + grid.height {
                for x in grid.x..<grid.x + grid.width where grid[x, y].w > 0 { colors.append(PlainColor(grid[x, y])) }
            }
            let red = otsuSplit(colors.map(\.red))
            let green = otsuSplit(colors.map(\.green))
            let blue = otsuSplit(colors.map(\.blue))
            try expect(grid.image.applyingFilter("CIColorThresholdOtsu"), in: grid.bounds) { x, y in
                let color = PlainColor(grid[x, y])
                return PlainColor(
                    color.red > red ? 1 : 0, color.green > green ? 1 : 0, color.blue > blue ? 1 : 0, color.alpha
                ).pixel
            }
        }
        guard PublishedRenderTests.isPresent else { return }
        let part = CGRect(x: 380, y: 180, width: 160, height: 120)
        let found = try PublishedRenderTests.values(
            of: PublishedRenderTests.picture("443fc809f7").applyingFilter("CIColorThresholdOtsu"), in: part)
        let published = try PublishedRenderTests.values(of: PublishedRenderTests.picture("8d42148ccf"), in: part)
        let different = stride(from: 1, to: found.count, by: 4).count { found[$0] != published[$0] }
        #expect(Double(different) < 0.005 * part.width * part.height, "\(different) pixels differ")
        #expect(stride(from: 1, to: found.count, by: 4).count { found[$0] == 255 } > 1000)
    }

    /// Returns the threshold that separates the levels into the two classes with the largest variance between them; the
    /// middle of equally good thresholds.
    private static func otsuSplit(_ values: [Double]) -> Double {
        let levels = values.map { (min(max($0, 0), 1) * 255).rounded() }
        var best = (spread: 0.0, splits: (0..<255).map(Double.init))
        for split in 0..<255 {
            let (low, high) = (levels.filter { $0 <= Double(split) }, levels.filter { $0 > Double(split) })
            guard !low.isEmpty, !high.isEmpty else { continue }
            let distance = high.reduce(0, +) / Double(high.count) - low.reduce(0, +) / Double(low.count)
            let spread = Double(low.count) * Double(high.count) * distance * distance
            if spread > best.spread * (1 + 1e-9) {
                best = (spread, [Double(split)])
            } else if spread > best.spread * (1 - 1e-9) {
                best.splits.append(Double(split))
            }
        }
        let middle = ((best.splits.first ?? 0) + (best.splits.last ?? 0)) / 2
        return (middle + 0.5) / 255
    }
}
