import CoreImage
import Foundation

extension FilterOracle {
    /// The offset from the centre shrinks by the scale, which fades along Hermite's cubic.
    static let bumpDistortion = distortionOracle(
        "CIBumpDistortion",
        settings: [
            round(2.5, 6, radius: 8, ["inputScale": 0.5]), round(6.5, 4.3, radius: 10, ["inputScale": -1]),
            round(-6, 4, radius: 7, ["inputScale": 0.9]), round(1, 6, radius: 9, ["inputScale": 1.8]),
            round(1, 12, radius: 12, ["inputScale": -0.7]), round(1, 12, radius: 12, ["inputScale": -3]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputScale": 0]), round(2, 5, radius: 0), round(2, 5, radius: -5),
            round(2, 5, radius: .nan), round(2, 5, radius: .infinity),
        ], slack: 20
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let shrunk = distance * (1 - setting.number(kCIInputScaleKey) * setting.fading(distance))
        return warped.bilinear(at: setting.point(at: shrunk, azimuth))
    }
}
