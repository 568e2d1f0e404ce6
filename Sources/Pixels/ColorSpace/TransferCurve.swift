import Foundation

/// A transfer function from encoded to linear values: `(a·x + b)^g + e` for x ≥ `d`, otherwise `c·x + f` (ICC
/// parametric type 4), or a curve for high dynamic range.
///
/// The function is odd, `f(−x) = −f(x)`, which is how the extended spaces are defined.
package struct TransferCurve: Hashable, Sendable {
    /// The formulas of transfer functions.
    package enum Form: Hashable, Sendable {
        /// A power with a straight piece near 0.
        case power
        /// The perceptual quantizer; the numbers of the power are not used.
        case perceptualQuantizer
        /// Hybrid log-gamma; the numbers of the power are not used.
        case hybridLogGamma
    }

    package var form = Form.power
    package var g: Double
    package var a = 1.0
    package var b = 0.0
    package var c = 0.0
    package var d = 0.0
    package var e = 0.0
    package var f = 0.0

    package static let linear = TransferCurve(g: 1)
    /// IEC 61966-2-1.
    package static let sRGB = TransferCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    /// The inverse of the camera curve of ITU-R BT.709 and BT.2020. The constants are the exact ones of BT.2020. With
    /// BT.709's rounded constants the two pieces don't meet, and codes near the seam would change in a round trip.
    package static let rec709 = TransferCurve(
        g: 1 / 0.45, a: 1 / 1.09929682680944, b: 0.09929682680944 / 1.09929682680944, c: 1 / 4.5,
        d: 4.5 * 0.018053968510807)
    /// ISO 22028-2.
    static let romm = TransferCurve(g: 1.8, c: 1.0 / 16, d: 16.0 / 512)
    /// Adobe RGB (1998): 2 + 51/256.
    static let adobe = TransferCurve(g: 563.0 / 256)

    /// SMPTE ST 2084.
    package static let perceptualQuantizer = TransferCurve(form: .perceptualQuantizer, g: 1)
    /// ARIB STD-B67.
    package static let hybridLogGamma = TransferCurve(form: .hybridLogGamma, g: 1)

    package static func gamma(_ g: Double) -> TransferCurve { TransferCurve(g: g) }

    package var isLinear: Bool { form == .power && g == 1 && a == 1 && b == 0 && d <= 0 && e == 0 }

    /// Returns the linear value of an encoded one.
    package func decode(_ x: Double) -> Double {
        let magnitude = abs(x)
        let value =
            switch form {
            case .power: magnitude >= d ? pow(a * magnitude + b, g) + e : c * magnitude + f
            case .perceptualQuantizer: HighDynamicRange.PerceptualQuantizer.decode(magnitude)
            case .hybridLogGamma: HighDynamicRange.HybridLogGamma.decode(magnitude)
            }
        return x < 0 ? -value : value
    }

    /// The linear value of the encoded value 1.
    package var peak: Double { form == .power && a + b == 1 && e == 0 ? 1 : decode(1) }

    /// The linear value at which the two pieces meet.
    package var linearThreshold: Double { d > 0 ? c * d + f : 0 }

    /// Returns the encoded value of a linear one.
    package func encode(_ y: Double) -> Double {
        let magnitude = abs(y)
        let value =
            switch form {
            case .power:
                magnitude >= linearThreshold || c == 0
                    ? (pow(max(magnitude - e, 0), 1 / g) - b) / a : (magnitude - f) / c
            case .perceptualQuantizer: HighDynamicRange.PerceptualQuantizer.encode(magnitude)
            case .hybridLogGamma: HighDynamicRange.HybridLogGamma.encode(magnitude)
            }
        return y < 0 ? -value : value
    }
}
