import CoreImage
import Foundation

extension FilterOracle {
    /// Across the line, coordinates shrink by the scale, which fades along Hermite's cubic; along the line they stay.
    /// The result is transparent outside the image and the square around the circle.
    static let bumpDistortionLinear = distortionOracle(
        "CIBumpDistortionLinear",
        settings: [
            round(2.5, 6, radius: 8, ["inputScale": 0.5, "inputAngle": 0]),
            round(6.5, 4.3, radius: 10, ["inputScale": -1, "inputAngle": 0.7]),
            round(-6, 4, radius: 7, ["inputScale": 0.9, "inputAngle": Double.pi / 2]),
            round(1, 6, radius: 9, ["inputScale": 1.8, "inputAngle": -2.5]),
            round(1, 12, radius: 12, ["inputScale": -3, "inputAngle": 4]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputScale": 0]), round(2, 5, radius: 0), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputScale": Double.nan]),
        ], slack: 24
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let angle = setting.number(kCIInputAngleKey)
        let (along, across) = (distance * cos(azimuth - angle), distance * sin(azimuth - angle))
        let (middle, radius) = (setting.point(kCIInputCenterKey), setting.number(kCIInputRadiusKey))
        let box = warped.bounds.union(
            CGRect(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius).integral)
        if !box.contains(point) { return .zero }
        let shrunk = across * (1 - setting.number(kCIInputScaleKey) * setting.fading(across))
        return warped.bilinear(at: setting.point(at: hypot(along, shrunk), atan2(shrunk, along) + angle))
    }
}
