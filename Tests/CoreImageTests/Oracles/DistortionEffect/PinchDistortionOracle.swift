import CoreImage
import Foundation

extension FilterOracle {
    /// The offset from the centre is divided by a power of a quarter sine; which is ours.
    static let pinchDistortion = distortion(
        "CIPinchDistortion",
        settings: [
            round(2.5, 6, radius: 9, ["inputScale": 0.5]), round(-5, 3.3, radius: 12, ["inputScale": 1]),
            round(4, 8, radius: 6, ["inputScale": 0.2]), round(3.3, 5, radius: 5, ["inputScale": 1.6]),
            round(12, 6, radius: 14, ["inputScale": 2]), round(2, 5, radius: 7, ["inputScale": 9]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputScale": 0]), round(2, 5, radius: 0), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputScale": -1]), round(2, 5, radius: 8, ["inputScale": Double.nan]),
        ], slack: 14
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let radius = setting.number(kCIInputRadiusKey)
        if distance >= radius { return warped.bilinear(at: point) }
        let scale = min(setting.number(kCIInputScaleKey), 2)
        let sine = cos(.pi / 2 * (1 - max(distance / radius, 1e-4)))
        return warped.bilinear(at: setting.point(at: distance * exp(-scale * log(sine)), azimuth))
    }
}
