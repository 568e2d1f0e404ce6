extension FilterOracle {
    /// Mitchell and Netravali's family, which is linear in B and C, from three of its members: Hermite's cubic (0, 0),
    /// the B-spline (1, 0) and the cubic of Keys whose slope at 1 is −1 (0, 1).
    static let bicubicScaleTransform = resampling(
        "CIBicubicScaleTransform",
        settings: scales
            + [(0, 0.5), (1, 0), (1.0 / 3, 1.0 / 3)].map {
                ["inputScale": 0.6, "inputAspectRatio": 3.0, "inputB": $0.0, "inputC": $0.1]
            }, reach: 2
    ) { setting, distance, _ in
        let b = setting.number("inputB")
        let c = setting["inputC"] == nil ? 0.75 : setting.number("inputC")
        let x = abs(distance)
        // The B-spline by its truncated powers, and Keys' cubic with slope a at 1, which is Hermite's for 0.
        func power(_ y: Double) -> Double { y > 0 ? y * y * y : 0 }
        let spline = (power(x + 2) - 4 * power(x + 1) + 6 * power(x) - 4 * power(x - 1) + power(x - 2)) / 6
        func keys(_ a: Double) -> Double {
            x < 1
                ? (a + 2) * x * x * x - (a + 3) * x * x + 1
                : x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0
        }
        return keys(0) + b * (spline - keys(0)) + c * (keys(-1) - keys(0))
    }
}
