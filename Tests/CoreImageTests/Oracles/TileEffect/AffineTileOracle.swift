import CoreImage

extension FilterOracle {
    /// Copies of the image over the whole plane, transformed.
    static let affineTile = distortionOracle("CIAffineTile", .formula, settings: transforms, slack: .infinity) {
        setting, point in repeated(at: origin(of: point, setting))
    }
}
