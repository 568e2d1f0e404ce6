import KernelLanguage

/// The transfer function of sRGB (IEC 61966-2-1) in few instructions, for values in 0…1.
///
/// The polynomials are minimax fits of the relative error that map 1 to exactly 1. All of them are monotonic, and
/// encoding a decoded code gives the same code.
enum SRGBTransfer {
    /// Coefficients for codes of up to 16 bits. Above the straight piece, the decoded value is a polynomial in √(c +
    /// 0.055) with a relative error of 2⁻¹⁸·⁹, and the encoded value is one in ⁴√y with an error of 2⁻¹⁷.
    private static let decodingCoefficients: [Float] = [
        0x1.c7d3f4p-13, -0x1.ad175p-9, 0x1.5f9bbp-6, -0x1.55f608p-4, 0x1.0661aep-2, 0x1.71f11ap-1, -0x1.18c8ecp-5,
    ]
    private static let encodingCoefficients: [Float] = [
        -0x1.e3598cp-5, 0x1.0fa568p-3, 0x1.66ad86p0, -0x1.e29eecp-1, 0x1.8efc46p-1, -0x1.9c9464p-2, 0x1.76f038p-4,
    ]
    /// Coefficients for codes of 8 bits: a polynomial in c without a root, with an error of 2⁻¹⁴·⁵, and one in ⁴√y,
    /// with an error of 2⁻¹⁴·⁵. A step of 8 bits is at least 2⁻⁸ of the value.
    private static let decodingCoefficientsOf8Bits: [Float] = [
        0x1.baf6p-11, 0x1.2443f8p-5, 0x1.ec3ac8p-2, 0x1.c5717p-1, -0x1.d01cfap-1, 0x1.d90a72p-1, -0x1.24622ap-1,
        0x1.34cb84p-3,
    ]
    private static let encodingCoefficientsOf8Bits: [Float] = [
        -0x1.ee41fcp-5, 0x1.35ce3ep-3, 0x1.4c5f4ap0, -0x1.50a84p-1, 0x1.7043dep-2, -0x1.763d96p-4,
    ]

    /// Returns the fourth root of a normal value with a relative error below 10⁻⁶, and 1 for 1.
    ///
    /// Two square roots would take several times as long. Shifting the bits of a float by two divides its exponent by
    /// four, so subtracting them from a constant gives r ≈ 1 / ⁴√y, within 3 %. With the error e = 1 − y r⁴, the
    /// root is y r³ (1 − e)^(−3/4), where the power is a polynomial in e.
    static func fourthRoot(_ y: FloatValue) -> FloatValue {
        let r = (y.builder.constant(rootBits) - (y.bits >> 2)).floatWithBits
        let root = y * (r * r * r)
        let e = FloatValue.fusedMultiplyAdd(-root, r, y.builder.constant(1))
        return root * e.wideFusedPolynomial(rootCoefficients)
    }

    /// The constant for which |e| is at most 0.124.
    private static let rootBits: Int32 = 0x4F58_2001
    /// A minimax fit of the relative error.
    private static let rootCoefficients: [Float] = [
        0x1.000002p0, 0x1.7ffac8p-1, 0x1.4ffbbcp-1, 0x1.39504ap-1, 0x1.2571f4p-1,
    ]

    /// Returns the linear value of an encoded one.
    static func decoded(_ c: FloatValue, of8Bits: Bool) -> FloatValue {
        let curved =
            of8Bits
            ? c.fusedPolynomial(decodingCoefficientsOf8Bits)
            : (c + 0.055).squareRoot.fusedPolynomial(decodingCoefficients)
        return (c <= 0.04045).select(c * (1 / 12.92), curved)
    }

    /// Returns the encoded value of a linear one. Values below 0 give results below 0.
    static func encoded(_ y: FloatValue, for8Bits: Bool) -> FloatValue {
        let curved =
            for8Bits
            ? fourthRoot(y).fusedPolynomial(encodingCoefficientsOf8Bits)
            : y.squareRoot.squareRoot.fusedPolynomial(encodingCoefficients)
        return (y <= 0.0031308).select(y * 12.92, curved)
    }
}
