import CoreImage
import Foundation

extension FilterOracle {
    /// Directions turn by an angle proportional to the square of the remaining fraction of the radius, and inversely
    /// proportional to the distance.
    static let vortexDistortion = distortionOracle(
        "CIVortexDistortion",
        settings: [
            round(2.5, 6, radius: 14, ["inputAngle": 18 * Double.pi]), round(-4, 3.3, radius: 12, ["inputAngle": -20]),
            round(6, 9, radius: 7, ["inputAngle": 30]), round(2, 6, radius: 3, ["inputAngle": 5]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputAngle": 0]), round(2, 5, radius: 0), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputAngle": Double.nan]),
        ], slack: 20, tolerance: 4e-3
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let rest = max(1 - distance / setting.number(kCIInputRadiusKey), 0)
        return warped.bilinear(
            at: setting.point(
                at: distance, azimuth - setting.number(kCIInputAngleKey) * rest * rest / max(distance, 0.001)))
    }
}
