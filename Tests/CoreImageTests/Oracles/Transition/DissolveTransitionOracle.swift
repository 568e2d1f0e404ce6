import CoreImage

extension FilterOracle {
    /// A mix in linear light, by the public definition.
    static let dissolveTransition = transitionOracle(
        "CIDissolveTransition", .formula, tolerance: 1e-4,
        settings: [0, 0.25, 0.4991, 1].map { [kCIInputTimeKey: $0] }
    ) { setting, point in
        let time = Float(setting.number(kCIInputTimeKey))
        return pixel(leaving, point) * (1 - time) + pixel(arriving, point) * time
    }
}
