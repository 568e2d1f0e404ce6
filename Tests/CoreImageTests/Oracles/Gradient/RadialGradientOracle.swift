import CoreImage
import Foundation

extension FilterOracle {
    /// The distance from the centre, between the two radii, mixes premultiplied linear colours.
    static let radialGradient = pixelOracle(
        "CIRadialGradient",
        settings: [(0.0, 9.0), (5, 6.5), (8, 2), (0, 1000)].map { inner, outer in
            [
                "inputCenter": CGPoint(x: 3.25, y: 2), "inputRadius0": inner, "inputRadius1": outer,
                "inputColor0": CIColor(red: 0.9, green: 0.2, blue: 0),
                "inputColor1": CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25),
            ]
        }, in: CGRect(x: -9, y: -7, width: 28, height: 23)
    ) { setting, point in
        let (inner, outer) = (setting.number("inputRadius0"), setting.number("inputRadius1"))
        let distance = hypot(Double(point.x) - 3.25, Double(point.y) - 2)
        let t = Float(min(max((distance - inner) / (outer - inner), 0), 1))
        return setting.pixel("inputColor0") * (1 - t) + setting.pixel("inputColor1") * t
    }
}
