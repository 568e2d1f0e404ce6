import TestSupport

extension FilterOracle {
    /// sRGB's encoding (IEC 61966-2-1), mirrored below 0.
    static let linearToSRGBToneCurve = colorOracle("CILinearToSRGBToneCurve") { color, _ in
        color.mapping(SRGBFormula.encoded)
    }
}
