import Foundation

extension FilterOracle {
    /// sRGB's decoding (IEC 61966-2-1), mirrored below 0.
    static let sRGBToneCurveToLinear = color("CISRGBToneCurveToLinear") { color, _ in
        color.mapping { value in
            let c = abs(value)
            return (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)) * (value < 0 ? -1 : 1)
        }
    }
}
