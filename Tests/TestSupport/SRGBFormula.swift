import Foundation

/// The transfer function of sRGB, as IEC 61966-2-1 states it, continued to negative numbers as an odd function.
package enum SRGBFormula {
    /// Returns the linear value of an encoded one.
    package static func decoded(_ value: Double) -> Double {
        let size = abs(value)
        let linear = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return value < 0 ? -linear : linear
    }

    /// Returns the encoded value of a linear one.
    package static func encoded(_ value: Double) -> Double {
        let size = abs(value)
        let encoded = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        return value < 0 ? -encoded : encoded
    }
}
