import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The factor `(1 − r² / h²)⁴`, where h is the radius in halves of the shorter side, interpolated by the intensity.
    /// A picture of Core Image shows it at the limits of intensity and radius. The vignette moves with the image.
    static let vignette = FilterOracle("CIVignette", .published) {
        let settings: [(intensity: Double, radius: Double)] = [
            (1, 2), (2, 10), (1, 1), (0.4, 0.7), (-1, 1.5), (-0.3, 0.2), (0, 1),
        ]
        for size in [(width: 41, height: 31), (width: 12, height: 20)] {
            let grid = PixelGrid.colorful(x: -7, y: 4, width: size.width, height: size.height)
            for (intensity, radius) in settings {
                let image = grid.image.applyingFilter(
                    "CIVignette", parameters: [kCIInputIntensityKey: intensity, kCIInputRadiusKey: radius])
                guard image.extent == grid.bounds else {
                    throw ExtentMismatch(found: image.extent, expected: grid.bounds)
                }
                try expect(image, in: grid.bounds) { x, y in
                    let (dx, dy) = (pixelCenter(x, y).x - grid.bounds.midX, pixelCenter(x, y).y - grid.bounds.midY)
                    let reach = Double(min(size.width, size.height)) * min(radius, 2) / 2
                    let left = pow(1 - min((dx * dx + dy * dy) / (reach * reach), 1), 4)
                    let factor = 1 - min(intensity, 1) * (1 - left)
                    return PlainColor(grid[x, y]).mapping { $0 * factor }.pixel
                }
            }
        }
        let (here, there) = (
            PixelGrid(width: 12, height: 9) { _, _ in .one },
            PixelGrid(x: -50, y: 8, width: 12, height: 9) { _, _ in .one }
        )
        func vignette(_ grid: PixelGrid) throws -> PixelGrid {
            let image = grid.image.applyingFilter(
                "CIVignette", parameters: [kCIInputIntensityKey: 0.7, kCIInputRadiusKey: 0.6])
            return try PixelGrid(rendering: image, in: grid.bounds)
        }
        let (first, second) = (try vignette(here), try vignette(there))
        for y in 0..<9 { for x in 0..<12 { #expect(abs(first[x, y].x - second[x - 50, y + 8].x) < 1e-5) } }
    }
}
