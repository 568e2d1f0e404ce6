import Foundation
import KernelLanguage

/// The transfer function of BT.709 and BT.2020 (`TransferCurve.rec709`) in few instructions, for
/// `ComponentRange.video`.
///
/// A step between codes of 8 bits is 2⁻⁸ of the largest value, and one of 10 bits 2⁻¹⁰; the errors are below a tenth of
/// a step.
enum VideoTransfer {
    /// The relative errors are at most 2⁻²¹ for decoding and 2⁻¹⁷ for encoding.
    private static let decoding = OctavePolynomials(degree: 5, upTo: 2, decodedCurve)
    private static let encoding = OctavePolynomials(degree: 5, upTo: 2, encodedCurve)
    /// The relative errors are at most 2⁻¹³ for decoding and 2⁻¹⁴ for encoding.
    private static let decodingOf8Bits = OctavePolynomials(degree: 3, upTo: 2, decodedCurve)
    private static let encodingFor8Bits = OctavePolynomials(degree: 4, upTo: 2, encodedCurve)
    /// The largest linear value that is encoded.
    private static let limit: Float = 6
    private static let (alpha, beta) = (1.09929682680944, 0.018053968510807)

    /// The functions above their straight pieces.
    private static func decodedCurve(_ c: Double) -> Double { pow((c + alpha - 1) / alpha, 1 / 0.45) }
    private static func encodedCurve(_ y: Double) -> Double { alpha * pow(y, 0.45) - (alpha - 1) }

    /// Returns the linear value of an encoded one in 0…8. NaN stays NaN.
    static func decoded(_ c: FloatValue, of8Bits: Bool) -> FloatValue {
        let curved = of8Bits ? decodingOf8Bits(c) : decoding(c)
        return (c < Float(4.5 * beta)).select(c * (1 / 4.5), curved)
    }

    /// Returns the encoded value of a linear one, at least 0. NaN stays NaN.
    static func encoded(_ y: FloatValue, for8Bits: Bool) -> FloatValue {
        let limited = (y > limit).select(limit, y)
        let curved = for8Bits ? encodingFor8Bits(limited) : encoding(limited)
        return (limited < Float(beta)).select(limited * 4.5, curved)
    }
}
