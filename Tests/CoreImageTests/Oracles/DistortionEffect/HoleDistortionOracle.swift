import CoreImage

extension FilterOracle {
    /// The formula `d − 1/d` of the Core Image Programming Guide outside the rim, with d in radii; transparent inside.
    static let holeDistortion = distortionOracle(
        "CIHoleDistortion", .formula,
        settings: [
            round(4, 5, radius: 4), round(12, -2.5, radius: 6.5), round(-2, 12, radius: 20),
            round(3.3, 3.3, radius: 0.01),
        ]
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let radius = setting.number(kCIInputRadiusKey)
        let rim = min(max(distance - radius, 0), 1)
        return warped.bilinear(at: setting.point(at: max(distance - radius * radius / distance, 0), azimuth))
            * Float(rim)
    }
}
