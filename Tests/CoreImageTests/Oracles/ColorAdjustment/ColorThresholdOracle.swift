import CoreImage

extension FilterOracle {
    /// The documented rule, in the linear light that a published picture confirms. No colour of the picture lies on a
    /// threshold.
    static let colorThreshold = colorOracle(
        "CIColorThreshold", settings: [[:], ["inputThreshold": 0.33], ["inputThreshold": 0.0], ["inputThreshold": 1.4]]
    ) { color, setting in
        let threshold = setting.isEmpty ? 0.5001 : setting.number("inputThreshold") + 1e-4
        return color.mapping { $0 > threshold ? 1 : 0 }
    }
}
