import CoreImage
import Foundation

extension FilterOracle {
    /// Found from two renders, at time 0.8 with threshold 0.85 and at time 0.9607 with threshold 0.8. They show the
    /// fade, the streaks and how light changes the source, and that the colour's radius is 0.63727 and 5.161 of the
    /// extent's. The growth of the radius between them is this project's choice.
    static let flashTransition = transitionOracle(
        "CIFlashTransition", .published, tolerance: 3e-3,
        settings: [
            flashing(0.7, x: 4, y: 6, threshold: 0.85, reach: 2.58, strength: 0.5, contrast: 1.375),
            flashing(0.5, x: -3, y: 9.5, threshold: 0.6, reach: 8, strength: 2, contrast: 0.4),
            flashing(0.72, x: 8, y: 2, threshold: 0.75, reach: 1.2, strength: 0, contrast: 1),
            flashing(0.9, x: 8, y: 2, threshold: 0.7, reach: 1, strength: 1, contrast: 3),
            flashing(0.85, x: 3, y: 3, threshold: 1, reach: 1, strength: 1, contrast: 1),
            flashing(0.04, x: 3, y: 3, threshold: 0, reach: 2, strength: 1, contrast: 3),
            flashing(0.3, x: 6, y: 4, threshold: 0.85, reach: 2.58, strength: 0.5, contrast: 1.375),
        ]
    ) { setting, point in
        let (time, center) = (setting.number(kCIInputTimeKey), setting.point(kCIInputCenterKey))
        let threshold = min(max(setting.number("inputFadeThreshold"), 0.05), 0.95)
        let area = setting.rectangle(kCIInputExtentKey)
        let far = hypot(
            max(abs(area.minX - center.x), abs(area.maxX - center.x)),
            max(abs(area.minY - center.y), abs(area.maxY - center.y)))
        // The power of time that has both known radii.
        let (first, second) = ((at: 0.8 / 0.85, radius: 0.63727), (at: 0.960_660_755_6 / 0.8, radius: 5.161))
        let power = log(second.radius / first.radius) / log(second.at / first.at)
        let radius = far * first.radius * pow(time / threshold / first.at, power)
        let offset = CGPoint(x: point.x - center.x, y: point.y - center.y)
        let distance = max(hypot(offset.x, offset.y), 0.001)
        let near = max(1 - distance / (radius * setting.number("inputMaxStriationRadius")), 0)
        let sum = setting.pixel(kCIInputColorKey) * Float(pow(min(radius / distance, 1e4), 2))
        let light = (sum + Float(flashStreak(setting, offset))) * Float(near)
        let dark = pixel(leaving, point)
        let lit = pointwiseMax(dark, pointwiseMin(dark + light, .one))
        return time <= threshold ? lit : mixed(lit, pixel(arriving, point), share: (1 - time) / (1 - threshold))
    }

    /// The streak: the lesser of the generator's red and alpha, a hundred pixels from the middle of its square.
    /// Contrast spreads it about a half, without a limit.
    private static func flashStreak(_ setting: [String: Any], _ offset: CGPoint) -> Double {
        let angle = atan2(offset.y, offset.x)
        let noise = flashNoise.bilinear(at: CGPoint(x: 128 + 100 * cos(angle), y: 128 + 100 * sin(angle)))
        let spread = (Double(min(noise.x, noise.w)) - 0.5) * setting.number("inputStriationContrast") + 0.5
        return setting.number("inputStriationStrength") * spread
    }

    private static let flashNoise: PixelGrid = {
        let square = CGRect(x: 0, y: 0, width: 256, height: 256)
        let field = CIFilter.randomGenerator().outputImage.flatMap { try? PixelGrid(rendering: $0, in: square) }
        return field ?? PixelGrid(width: 0, height: 0) { _, _ in .zero }
    }()

    private static func flashing(
        _ time: Double, x: CGFloat, y: CGFloat, threshold: Double, reach: Double, strength: Double, contrast: Double
    ) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputCenterKey: CIVector(x: x, y: y), "inputFadeThreshold": threshold,
            "inputMaxStriationRadius": reach, "inputStriationStrength": strength, "inputStriationContrast": contrast,
            kCIInputExtentKey: CIVector(x: -1, y: 0, z: 15, w: 12),
            kCIInputColorKey: CIColor(red: 1, green: 0.33, blue: 0.54),
        ]
    }
}
