import Foundation

extension FilterOracle {
    /// sRGB's encoding (IEC 61966-2-1), mirrored below 0.
    static let linearToSRGBToneCurve = color("CILinearToSRGBToneCurve") { color, _ in
        color.mapping { value in
            let c = abs(value)
            return (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055) * (value < 0 ? -1 : 1)
        }
    }
}
