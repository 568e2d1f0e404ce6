import CoreImage

extension FilterOracle {
    /// Directions are turned by an angle that falls with the square of what is left of the radius; the power is ours.
    static let twirlDistortion = distortion(
        "CITwirlDistortion",
        settings: [
            round(2.5, 6, radius: 9, ["inputAngle": 3.14159]), round(-4, 3.3, radius: 12, ["inputAngle": -2]),
            round(6, 9, radius: 7, ["inputAngle": 9]), round(2, 6, radius: 2, ["inputAngle": 1]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputAngle": 0]), round(2, 5, radius: 0), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputAngle": Double.infinity]), round(-20, 5, radius: 16),
        ], slack: 14
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let rest = max(1 - distance / setting.number(kCIInputRadiusKey), 0)
        return warped.bilinear(
            at: setting.point(at: distance, azimuth - setting.number(kCIInputAngleKey) * rest * rest))
    }
}
