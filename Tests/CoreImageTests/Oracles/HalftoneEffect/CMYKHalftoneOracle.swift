import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// PostScript's inks on screens with the usual angles. Inks overlap as if at random, so their light multiplies.
    static let cmykHalftone = FilterOracle("CICMYKHalftone", .properties) {
        let settings: [[String: Any]] = [
            inks(150, 150, width: 6, angle: 0, sharpness: 0.7, replacement: 1, removal: 0.5),
            inks(2, 5.5, width: 4.5, angle: 0.6, sharpness: 0.3, replacement: 0.4, removal: 0.9),
            inks(-9, 3, width: 11, angle: -2, sharpness: 0, replacement: 0, removal: 0),
            inks(0, 0, width: -2, angle: 1, sharpness: 0.5, replacement: 1, removal: 1),
            inks(3, 3, width: 7, angle: 1, sharpness: 3, replacement: 2, removal: 0),
        ]
        for setting in settings {
            let image = warped.image.applyingFilter("CICMYKHalftone", parameters: setting)
            guard image.extent == warped.bounds else {
                throw ExtentMismatch(found: image.extent, expected: warped.bounds)
            }
            try expect(image, in: warped.bounds, tolerance: 2e-3) { x, y in
                printed(PlainColor(warped[x, y]), at: pixelCenter(x, y), setting).pixel
            }
        }
        try expectTones("CICMYKHalftone") { $0.y }
        // If the black ink replaces all gray, it alone prints black; without it, the three colours do.
        let black = PixelGrid(width: 3, height: 3) { _, _ in SIMD4(0, 0, 0, 1) }
        for (replacement, removal) in [(1.0, 1.0), (0.0, 0.0)] {
            let setting = inks(0, 0, width: 6, angle: 0, sharpness: 1, replacement: replacement, removal: removal)
            try expect(black.image.applyingFilter("CICMYKHalftone", parameters: setting), in: black.bounds) { _, _ in
                SIMD4(0, 0, 0, 1)
            }
        }
    }

    private static func printed(_ color: PlainColor, at point: CGPoint, _ setting: [String: Any]) -> PlainColor {
        func unit(_ value: Double) -> Double { Swift.min(Swift.max(value, 0), 1) }
        let complements = [color.red, color.green, color.blue].map { unit(1 - $0) }
        let gray = complements.min() ?? 0
        let amounts =
            complements.map { unit($0 - setting.number("inputUCR") * gray) } + [unit(setting.number("inputGCR") * gray)]
        let sharpness = min(setting.number(kCIInputSharpnessKey), 0.999)
        let covers = zip(amounts, [15.0, 75, 0, 45]).map { amount, degrees in
            let place = setting.periods(point, turn: degrees / 180 * .pi)
            let pattern = (sin(2 * .pi * place.x) + sin(2 * .pi * place.y)) / 4
            return unit((amount - 0.5 + 0.9932 * sharpness * pattern) / (1 - sharpness) + 0.5)
        }
        let light = covers.map { 1 - $0 }
        return PlainColor(light[0] * light[3], light[1] * light[3], light[2] * light[3], color.alpha)
    }

    private static func inks(
        _ x: CGFloat, _ y: CGFloat, width: Double, angle: Double, sharpness: Double, replacement: Double,
        removal: Double
    ) -> [String: Any] {
        [
            kCIInputCenterKey: CIVector(x: x, y: y), kCIInputWidthKey: width, kCIInputAngleKey: angle,
            kCIInputSharpnessKey: sharpness, "inputGCR": replacement, "inputUCR": removal,
        ]
    }
}
