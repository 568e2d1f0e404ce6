import CoreImage

extension FilterOracle {
    /// Copies for ever, mapped, with the neighbours at a seam being those of two copies.
    static let affineTile = distortion("CIAffineTile", .formula, settings: transforms, slack: .infinity) {
        setting, point in warped.bilinear(at: origin(of: point, setting), pixel: repeated)
    }
}
