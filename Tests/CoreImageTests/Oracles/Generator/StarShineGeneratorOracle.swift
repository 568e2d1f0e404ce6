import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render whose cross is so wide that it is round: light by the inverse square of the distance, and two
    /// arms that fade by the square of the remaining distance to their ends.
    static let starShineGenerator = publishedPixels(
        "CIStarShineGenerator", tolerance: 1e-3, picture: "65beffb1c5",
        parameters: star(at: CGPoint(x: 250, y: 250), radius: 50, scale: 3, angle: 0.78, [1, 20, 2]),
        showing: CGRect(x: 0, y: 0, width: 500, height: 500),
        settings: [
            star(at: CGPoint(x: 3.5, y: -8.25), radius: 9, scale: 15, angle: 0.6, [-2, 2.5, -2]),
            star(at: CGPoint(x: -40, y: 12), radius: 6, scale: 40, angle: -2.3, [0, 1, -8]),
            star(at: CGPoint(x: 10.5, y: 0.5), radius: 3, scale: 2, angle: 0, [-1, 10, 0]),
        ], in: CGRect(x: -30, y: -20, width: 57, height: 43)
    ) { setting, point in
        let (center, angle) = (setting.point(kCIInputCenterKey), setting.number("inputCrossAngle"))
        let (x, y) = (point.x - center.x, point.y - center.y)
        let (along, across) = (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
        let (distance, radius) = (hypot(x, y), setting.number(kCIInputRadiusKey))
        let width = setting.number("inputCrossWidth")
        // The core is at least half a pixel wide to each side.
        let core = max(exp(setting.number("inputEpsilon")), 0.244 / width)
        let arms = [along, across].map {
            0.212 * exp(setting.number("inputCrossOpacity")) / (core + 0.488 * abs($0) / width)
        }
        let rest = max(1 - distance / (radius * setting.number("inputCrossScale")), 0)
        let light = setting.pixel(kCIInputColorKey) * Float(min(pow(radius / distance, 2), 1e8))
        return limited(light + Float(rest * rest * (arms[0] + arms[1])))
    }

    /// - Parameter cross: Opacity, width and epsilon.
    private static func star(
        at center: CGPoint, radius: Double, scale: Double, angle: Double, _ cross: [Double]
    ) -> [String: Any] {
        [
            kCIInputCenterKey: center, kCIInputRadiusKey: radius, "inputCrossScale": scale, "inputCrossAngle": angle,
            "inputCrossOpacity": cross[0], "inputCrossWidth": cross[1], "inputEpsilon": cross[2],
            kCIInputColorKey: CIColor(red: 1, green: 0xa8 / 255.0, blue: 0x66 / 255.0),
        ]
    }
}
