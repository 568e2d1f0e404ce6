import CoreImage

extension FilterOracle {
    /// The edge pixels repeated outwards, then transformed.
    static let affineClamp = distortionOracle("CIAffineClamp", .formula, settings: transforms, slack: .infinity) {
        setting, point in warped.bilinear(at: origin(of: point, setting), pixel: warped.clamped)
    }
}
