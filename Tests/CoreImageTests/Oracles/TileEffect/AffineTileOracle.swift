import CoreImage

extension FilterOracle {
    /// Copies for ever, mapped.
    static let affineTile = distortion("CIAffineTile", .formula, settings: transforms, slack: .infinity) {
        setting, point in repeated(at: origin(of: point, setting))
    }
}
