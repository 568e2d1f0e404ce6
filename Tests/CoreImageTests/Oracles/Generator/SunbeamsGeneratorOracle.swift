import CoreImage
import Foundation
import TestSupport

extension FilterOracle {
    /// Fitted to a render at strength, contrast and time 1, 1 and ½: light by the inverse square of the distance, and
    /// the noise's beams, both faded out linearly.
    static let sunbeamsGenerator = publishedPixels(
        "CISunbeamsGenerator", tolerance: 2e-3, picture: "962f529245",
        parameters: sunbeams(at: .zero, radius: 50, reach: 5, strength: 1, contrast: 1, time: 0.5),
        showing: CGRect(x: -250, y: -250, width: 500, height: 500),
        settings: [
            sunbeams(at: CGPoint(x: 3.5, y: -8.25), radius: 9, reach: 2.5, strength: 0.5, contrast: 1.375, time: 0),
            sunbeams(at: CGPoint(x: -40, y: 12), radius: 20, reach: 4, strength: 2.5, contrast: 4, time: 1),
            sunbeams(at: CGPoint(x: 10, y: 0), radius: 30, reach: 3, strength: 1, contrast: 0, time: 7),
        ], in: CGRect(x: -30, y: -20, width: 57, height: 43),
        extent: { setting in
            let center = setting.point(kCIInputCenterKey)
            let reach = setting.number("inputSunRadius") * setting.number("inputMaxStriationRadius")
            return CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        }
    ) { setting, point in
        let center = setting.point(kCIInputCenterKey)
        let offset = CGPoint(x: point.x - center.x, y: point.y - center.y)
        let (distance, radius) = (hypot(offset.x, offset.y), setting.number("inputSunRadius"))
        let fade = 1 - distance / (radius * setting.number("inputMaxStriationRadius"))
        if fade <= 0 { return .zero }
        let light = setting.pixel(kCIInputColorKey) * Float(min(pow(radius / distance, 2), 1e8))
        let beam = Float(streak(setting, offset))
        let sum = (light + beam) * Float(fade)
        if sum.w <= 1 { return sum }
        // In the render, alpha exceeds 1 near the sun, and the conversion to 8 bits turns the colour white.
        let parts = (0..<3).map { part -> Float in
            let encoded = SRGBFormula.encoded(Double(sum[part] / sum.w))
            return max(sum[part], linearFromSRGB(min(encoded * Double(sum.w), 1)))
        }
        return limited(SIMD4(parts[0], parts[1], parts[2], 1))
    }

    private static func sunbeams(
        at center: CGPoint, radius: Double, reach: Double, strength: Double, contrast: Double, time: Double
    ) -> [String: Any] {
        [
            kCIInputCenterKey: center, "inputSunRadius": radius, "inputMaxStriationRadius": reach,
            "inputStriationStrength": strength, "inputStriationContrast": contrast, kCIInputTimeKey: min(time, 1),
            kCIInputColorKey: CIColor(red: 0xd6 / 255.0, green: 0x78 / 255.0, blue: 1),
        ]
    }
}
