import CoreImage
import Foundation

extension FilterOracle {
    /// Found from two renders, of a narrow cross and of one so wide that it is nearly round: light by the inverse
    /// square of the distance, and the cubed product of two arms, which fades by the square of the remaining distance
    /// to its end. The product spans so many orders of magnitude that its tolerance is relative.
    static let starShineGenerator = publishedPixels(
        "CIStarShineGenerator", tolerance: 1e-3, relativeTolerance: 5e-4, picture: "65beffb1c5",
        parameters: star(at: CGPoint(x: 250, y: 250), radius: 50, scale: 3, angle: 0.78, [1, 20, 2]),
        showing: CGRect(x: 0, y: 0, width: 500, height: 500),
        settings: [
            star(at: CGPoint(x: 3.5, y: -8.25), radius: 9, scale: 15, angle: 0.6, [-2, 2.5, -2]),
            star(at: CGPoint(x: -40, y: 12), radius: 6, scale: 40, angle: -2.3, [0, 1, -8]),
            star(at: CGPoint(x: 10.5, y: 0.5), radius: 3, scale: 2, angle: 0, [-1, 10, 0]),
            star(at: CGPoint(x: -4, y: 3), radius: 2, scale: 30, angle: 1.9, [-3, 40, -0.5]),
        ], in: CGRect(x: -30, y: -20, width: 57, height: 43)
    ) { setting, point in
        let (center, angle) = (setting.point(kCIInputCenterKey), setting.number("inputCrossAngle"))
        let (x, y) = (point.x - center.x, point.y - center.y)
        let (along, across) = (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
        let (distance, radius) = (hypot(x, y), setting.number(kCIInputRadiusKey))
        let width = setting.number("inputCrossWidth")
        let core = pow(10, setting.number("inputEpsilon"))
        let arms = [along, across].map { radius / (core + abs($0) / width) }
        let rest = max(1 - distance / (radius * setting.number("inputCrossScale")), 0)
        let cross = pow(10, setting.number("inputCrossOpacity")) * pow(arms[0] * arms[1], 3) * rest * rest
        let light = setting.pixel(kCIInputColorKey) * Float(min(pow(radius / distance, 2), 1e8))
        return limited(light + Float(cross))
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
