import CoreImage
import Foundation

extension FilterOracle {
    /// Everywhere, the source's distance interpolates between the distance and its geometric mean with the radius. What
    /// shows again beyond the turning point may lie outside the extent.
    static let pinchDistortion = distortionOracle(
        "CIPinchDistortion",
        settings: [
            round(2.5, 6, radius: 9, ["inputScale": 0.5]), round(-5, 3.3, radius: 12, ["inputScale": 1]),
            round(4, 8, radius: 6, ["inputScale": 0.2]), round(3.3, 5, radius: 5, ["inputScale": 1.6]),
            round(12, 6, radius: 14, ["inputScale": 2]), round(2, 5, radius: 7, ["inputScale": 9]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputScale": 0]), round(2, 5, radius: 0), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputScale": -1]), round(2, 5, radius: 8, ["inputScale": Double.nan]),
        ], slack: 24
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let (radius, scale) = (setting.number(kCIInputRadiusKey), min(setting.number(kCIInputScaleKey), 2))
        let mean = exp((log(radius) + log(max(distance, 1e-4))) / 2)
        // With scales above 1, the source's distance decreases from here on.
        if scale > 1, distance > pow(scale / (scale - 1) / 2, 2) * radius { return nil }
        return warped.bilinear(at: setting.point(at: (1 - scale) * distance + scale * mean, azimuth))
    }
}
