import CoreImage
import Foundation

extension FilterOracle {
    /// In coordinates along the line and across it, the latter shrinks by `scale · (1 − u² / R²)²`; the profile is ours.
    static let bumpDistortionLinear = distortion(
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
        ], slack: 14
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let angle = setting.number(kCIInputAngleKey)
        let (along, across) = (distance * cos(azimuth - angle), distance * sin(azimuth - angle))
        let inside = max(1 - pow(across / setting.number(kCIInputRadiusKey), 2), 0)
        let shrunk = across * (1 - setting.number(kCIInputScaleKey) * inside * inside)
        return warped.bilinear(at: setting.point(at: hypot(along, shrunk), atan2(shrunk, along) + angle))
    }
}
