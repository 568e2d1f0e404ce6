import CoreImage
import Foundation
import TestSupport

extension FilterOracle {
    /// Smith's hexcone model ("Color Gamut Transform Pairs", 1978), sector by sector: hue is the angle, saturation the
    /// distance in radii.
    static let hueSaturationValueGradient = pixelOracle(
        "CIHueSaturationValueGradient", tolerance: 3e-4,
        settings: [
            wheel(value: 1, radius: 12, softness: 0), wheel(value: 0.6, radius: 9.25, softness: 0),
            wheel(value: 1.5, radius: 12, softness: 0, space: CGColorSpace.extendedLinearSRGB),
            wheel(value: 1, radius: 12, softness: 1), wheel(value: 0.8, radius: 7, softness: 0.3),
        ], in: CGRect(x: -3, y: -2, width: 31, height: 30),
        extent: { setting in
            let side = 2 * setting.number("inputRadius")
            return CGRect(x: 0, y: 0, width: side, height: side)
        }
    ) { setting, point in
        let radius = setting.number("inputRadius")
        let (x, y) = (Double(point.x) - radius, Double(point.y) - radius)
        let distance = hypot(x, y)
        let coverage = min(max(radius - distance + 0.5, 0), 1)
        guard coverage > 0, point.x > 0, point.y > 0, point.x < ceil(2 * radius), point.y < ceil(2 * radius) else {
            return .zero
        }
        let (value, saturation) = (setting.number("inputValue"), min(distance / radius, 1))
        let turns = atan2(y, x) / (2 * .pi)
        let sector = (turns < 0 ? turns + 1 : turns) * 6
        func eased(_ k: Double) -> Double {
            let softness = setting.number("inputSoftness")
            return k * (1 - softness) + k * k * (3 - 2 * k) * softness
        }
        let part = sector - floor(sector)
        let (p, q, t) = (
            value * (1 - saturation), value * (1 - saturation + saturation * eased(1 - part)),
            value * (1 - saturation + saturation * eased(part))
        )
        let (r, g, b) =
            switch Int(sector) {
            case 0: (value, t, p)
            case 1: (q, value, p)
            case 2: (p, value, t)
            case 3: (p, q, value)
            case 4: (t, p, value)
            default: (value, p, q)
            }
        let isLinear = (setting["inputColorSpace"] as? CGColorSpace)?.name == CGColorSpace.extendedLinearSRGB
        let color = PlainColor(r, g, b, coverage)
        return (isLinear ? color : color.mapping(SRGBFormula.decoded)).pixel
    }

    private static func wheel(
        value: Double, radius: Double, softness: Double, space: String = CGColorSpace.sRGB
    ) -> [String: Any] {
        [
            "inputValue": value, "inputRadius": radius, "inputSoftness": softness, "inputDither": 0.0,
            "inputColorSpace": CGColorSpace(name: space) as Any,
        ]
    }
}
