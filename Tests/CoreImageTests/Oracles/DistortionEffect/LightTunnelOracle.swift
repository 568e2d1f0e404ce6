import CoreImage
import Foundation

extension FilterOracle {
    /// Outside the circle, a pixel shows the rim in a direction that turns with the logarithm of the distance and with
    /// the rotation. How it depends on the rotation is this project's choice.
    static let lightTunnel = distortionOracle(
        "CILightTunnel",
        settings: [
            round(2.5, 6, radius: 3, ["inputRotation": 1.2]), round(-5, 3.3, radius: 6, ["inputRotation": -3]),
            round(2, 6, radius: 4), round(2, 6, radius: 30, ["inputRotation": 1]),
        ], slack: .infinity
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let radius = setting.number(kCIInputRadiusKey)
        if distance <= radius { return warped.bilinear(at: point) }
        let twist = setting.number("inputRotation") * (distance - radius) / distance
        let spiral = (log(distance) - log(radius)) * radius / (2 * .pi)
        return warped.bilinear(at: setting.point(at: radius, azimuth + spiral - twist))
    }
}
