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
    /// with an error of 2⁻¹⁴·⁷. A step of 8 bits is at least 2⁻⁸ of the value.
    private static let decodingCoefficientsOf8Bits: [Float] = [
        0x1.baf6p-11, 0x1.2443f8p-5, 0x1.ec3ac8p-2, 0x1.c5717p-1, -0x1.d01cfap-1, 0x1.d90a72p-1, -0x1.24622ap-1,
        0x1.34cb84p-3,
    ]
    private static let encodingCoefficientsOf8Bits: [Float] = [
        -0x1.ee41fcp-5, 0x1.35ce3ep-3, 0x1.4c5f4ap0, -0x1.50a84p-1, 0x1.7043dep-2, -0x1.763d96p-4,
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
        let coefficients = for8Bits ? encodingCoefficientsOf8Bits : encodingCoefficients
        let curved = y.squareRoot.squareRoot.fusedPolynomial(coefficients)
        return (y <= 0.0031308).select(y * 12.92, curved)
    }
}

extension FloatValue {
    /// Returns Σ coefficients[i] · aⁱ by Horner's scheme, rounding once per step.
    fileprivate func fusedPolynomial(_ coefficients: [Float]) -> FloatValue {
        coefficients.dropLast().reversed().reduce(builder.constant(coefficients.last ?? 0)) {
            .fusedMultiplyAdd($0, self, builder.constant($1))
        }
    }
}
