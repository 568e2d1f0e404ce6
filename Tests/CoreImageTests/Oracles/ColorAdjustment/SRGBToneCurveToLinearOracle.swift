import TestSupport

extension FilterOracle {
    /// sRGB's decoding (IEC 61966-2-1), mirrored below 0.
    static let sRGBToneCurveToLinear = colorOracle("CISRGBToneCurveToLinear") { color, _ in
        color.mapping(SRGBFormula.decoded)
    }
}
