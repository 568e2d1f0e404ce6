import CoreImage

extension FilterOracle {
    /// Directions are turned by an angle that falls along Hermite's cubic from the centre to the radius.
    static let twirlDistortion = distortionOracle(
        "CITwirlDistortion",
        settings: [
            round(2.5, 6, radius: 9, ["inputAngle": 3.14159]), round(-4, 3.3, radius: 12, ["inputAngle": -2]),
            round(6, 9, radius: 7, ["inputAngle": 9]), round(2, 6, radius: 2, ["inputAngle": 1]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputAngle": 0]), round(2, 5, radius: 0), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputAngle": Double.infinity]),
        ], slack: 20
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let turn = setting.number(kCIInputAngleKey) * setting.fading(distance)
        return warped.bilinear(at: setting.point(at: distance, azimuth - turn))
    }
}
