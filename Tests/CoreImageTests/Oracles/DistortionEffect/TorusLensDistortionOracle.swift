import CoreImage

extension FilterOracle {
    /// Snell's law across the ring's tube. The surface, half a torus, is this project's choice.
    static let torusLensDistortion = distortionOracle(
        "CITorusLensDistortion",
        settings: [
            round(2.5, 6, radius: 8, ["inputWidth": 5.0, "inputRefraction": 1.7]),
            round(-4, 3.3, radius: 12, ["inputWidth": 12.0, "inputRefraction": 3]),
            round(6, 9, radius: 7, ["inputWidth": 4.0, "inputRefraction": 0.6]),
            round(2, 6, radius: 6, ["inputWidth": 9.0, "inputRefraction": 1.2]),
            round(2, 6, radius: 6, ["inputWidth": 5.0, "inputRefraction": 0]),
        ],
        unchanged: [
            round(2, 5, radius: 8, ["inputWidth": 5.0, "inputRefraction": 1]), round(2, 5, radius: 0),
            round(2, 5, radius: 8, ["inputWidth": 0]), round(2, 5, radius: .nan),
            round(2, 5, radius: 8, ["inputRefraction": Double.infinity]), round(60, 5, radius: 10, ["inputWidth": 5]),
        ], slack: 9, tolerance: 4e-3
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let radius = setting.number(kCIInputRadiusKey)
        let tube = min(setting.number(kCIInputWidthKey), radius) / 2
        let across = (distance - radius + tube) / tube
        if abs(across) >= 1 { return warped.bilinear(at: point) }
        let seen = refracted(abs(across), index: max(setting.number("inputRefraction"), 1.0 / 16))
        return warped.bilinear(at: setting.point(at: radius - tube + tube * (across < 0 ? -seen : seen), azimuth))
    }
}
