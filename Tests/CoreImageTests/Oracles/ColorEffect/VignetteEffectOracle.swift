import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// The formula that a third party fitted to Core Image, in double precision.
    static let vignetteEffect = FilterOracle("CIVignetteEffect", .formula) {
        let settings: [(center: CGPoint, radius: Double, intensity: Double, falloff: Double)] = [
            (CGPoint(x: 3.5, y: 8), 4, 1, 0.5), (CGPoint(x: 0, y: 0), 9, 0.6, 0), (CGPoint(x: -20, y: 4), 16, -1, 1),
            (CGPoint(x: 150, y: 150), 150, 1, 0.5), (CGPoint(x: 2, y: 9), 3, 2, 0.3),
        ]
        let grid = PixelGrid.colorful(x: -3, y: 5, width: 13, height: 11)
        for setting in settings {
            let image = grid.image.applyingFilter(
                "CIVignetteEffect",
                parameters: [
                    kCIInputCenterKey: CIVector(cgPoint: setting.center), kCIInputRadiusKey: setting.radius,
                    kCIInputIntensityKey: setting.intensity, "inputFalloff": setting.falloff,
                ])
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            try expect(image, in: grid.bounds) { x, y in
                let (dx, dy) = (pixelCenter(x, y).x - setting.center.x, pixelCenter(x, y).y - setting.center.y)
                let half = 0.5 + setting.falloff
                let place = (Double((dx * dx + dy * dy).squareRoot()) / setting.radius - (1 - half)) / (2 * half)
                let s = min(max(place, 0), 1)
                let encoded = max(1 - setting.intensity * (6 * pow(s, 5) - 15 * pow(s, 4) + 10 * pow(s, 3)), 0)
                return PlainColor(grid[x, y]).mapping { $0 * SRGBFormula.decoded(encoded) }.pixel
            }
        }
    }
}
