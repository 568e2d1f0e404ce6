import Foundation
import KernelLanguage

/// The transfer function of sRGB (IEC 61966-2-1) in few instructions, for values in 0…1.
///
/// The functions are monotonic and map 1 to exactly 1, and encoding a decoded code gives the same code.
enum SRGBTransfer {
    /// The relative errors are at most 2⁻²⁰ for decoding and 2⁻¹⁷ for encoding, for codes of up to 16 bits.
    private static let decoding = OctavePolynomials(degree: 5, upTo: 0, endingWith: 1) {
        pow(($0 + 0.055) / 1.055, 2.4)
    }
    private static let encoding = OctavePolynomials(degree: 5, upTo: 0, endingWith: 1, encodedCurve)
    /// The relative error is at most 2⁻¹⁴. A step between codes of 8 bits is at least 2⁻⁸ of the value.
    private static let encodingFor8Bits = OctavePolynomials(degree: 4, upTo: 0, endingWith: 1, encodedCurve)
    /// The decoded value of codes of 8 bits as one polynomial, with a relative error of 2⁻¹⁴·⁵: a minimax fit. It takes
    /// as many instructions as look-ups of polynomials of lower degree.
    private static let decodingCoefficientsOf8Bits: [Float] = [
        0x1.baf6p-11, 0x1.2443f8p-5, 0x1.ec3ac8p-2, 0x1.c5717p-1, -0x1.d01cfap-1, 0x1.d90a72p-1, -0x1.24622ap-1,
        0x1.34cb84p-3,
    ]

    /// The function above its straight piece.
    private static func encodedCurve(_ y: Double) -> Double { 1.055 * pow(y, 1 / 2.4) - 0.055 }

    /// Returns the linear value of an encoded one.
    static func decoded(_ c: FloatValue, of8Bits: Bool) -> FloatValue {
        let curved = of8Bits ? c.fusedPolynomial(decodingCoefficientsOf8Bits) : decoding(c)
        return (c <= 0.04045).select(c * (1 / 12.92), curved)
    }

    /// Returns the encoded value of a linear one. Values below 0 give results below 0.
    static func encoded(_ y: FloatValue, for8Bits: Bool) -> FloatValue {
        let curved = for8Bits ? encodingFor8Bits(y) : encoding(y)
        return (y <= 0.0031308).select(y * 12.92, curved)
    }
}
