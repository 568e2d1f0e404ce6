import CoreImage

extension FilterOracle {
    /// Outside the circle a pixel is that of the rim in its direction.
    static let circleSplashDistortion = distortionOracle(
        "CICircleSplashDistortion", .formula,
        settings: [
            round(2.5, 6, radius: 3), round(-5, 3.3, radius: 6), round(4.3, 8, radius: 0), round(2, 6, radius: 30),
            round(2, 5, radius: .nan), round(2.2, 5.1, radius: -4),
        ], slack: .infinity
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let radius = setting.number(kCIInputRadiusKey)
        return warped.bilinear(at: setting.point(at: min(distance, radius > 0 ? radius : 0), azimuth))
    }
}
