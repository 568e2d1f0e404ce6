import CoreImage
import Foundation

extension FilterOracle {
    /// Returns the streak's brightness in the direction of a point: the noise field's red on a circle with a radius of
    /// 50 pixels, whose centre moves with time.
    static func streak(_ setting: [String: Any], _ offset: CGPoint) -> Double {
        let angle = atan2(offset.y, offset.x)
        let place = CGPoint(
            x: 38 + 120 * setting.number(kCIInputTimeKey) + 50 * cos(angle), y: 128 + 50 * sin(angle))
        let value = Double(noise.bilinear(at: place).x)
        let spread = (value - 0.5) * setting.number("inputStriationContrast") + 0.5
        return setting.number("inputStriationStrength") * min(max(spread, 0), 1)
    }

    private static let noise: PixelGrid = {
        let bounds = CGRect(x: -14, y: 76, width: 226, height: 106)
        let field = CIFilter.randomGenerator().outputImage.flatMap { try? PixelGrid(rendering: $0, in: bounds) }
        return field ?? PixelGrid(width: 0, height: 0) { _, _ in .zero }
    }()
}
