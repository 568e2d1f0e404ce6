import CoreImage

extension FilterOracle {
    /// The reference's definition: each component between its bounds, alpha too.
    static let colorClamp = colorOracle(
        "CIColorClamp",
        settings: [
            [:],
            [
                "inputMinComponents": CIVector(x: 0.2, y: 0, z: 0.1, w: 0.3),
                "inputMaxComponents": CIVector(x: 0.8, y: 1, z: 0.5, w: 0.9),
            ],
            ["inputMinComponents": CIVector(x: -2, y: -2, z: -2, w: 0)],
        ]
    ) { color, setting in
        let least = setting["inputMinComponents"] as? CIVector ?? CIVector(x: 0, y: 0, z: 0, w: 0)
        let most = setting["inputMaxComponents"] as? CIVector ?? CIVector(x: 1, y: 1, z: 1, w: 1)
        func held(_ value: Double, _ index: Int) -> Double {
            min(max(value, Double(least.value(at: index))), Double(most.value(at: index)))
        }
        return PlainColor(held(color.red, 0), held(color.green, 1), held(color.blue, 2), held(color.alpha, 3))
    }
}
