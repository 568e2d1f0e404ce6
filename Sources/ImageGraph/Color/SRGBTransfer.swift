import KernelLanguage

/// The transfer function of sRGB (IEC 61966-2-1) in few instructions, for numbers in 0…1.
///
/// Above the straight piece, the decoded value is a polynomial of degree 6 in √(c + 0.055), and the encoded one of degree 6 in ⁴√y: minimax
/// fits of the relative error that take 1 to exactly 1. Errors, relative to the formula: 2⁻¹⁸·⁹ decoding, 2⁻¹⁷ encoding. Both rise with their argument, and
/// codes of 8 and 16 bits survive the way there and back.
enum SRGBTransfer {
    private static let decodingCoefficients: [Float] = [
        0x1.c7d3f4p-13, -0x1.ad175p-9, 0x1.5f9bbp-6, -0x1.55f608p-4, 0x1.0661aep-2, 0x1.71f11ap-1, -0x1.18c8ecp-5,
    ]
    private static let encodingCoefficients: [Float] = [
        -0x1.e3598cp-5, 0x1.0fa568p-3, 0x1.66ad86p0, -0x1.e29eecp-1, 0x1.8efc46p-1, -0x1.9c9464p-2, 0x1.76f038p-4,
    ]

    /// The linear value of an encoded one.
    static func decoded(_ c: FloatValue) -> FloatValue {
        let curved = (c + 0.055).squareRoot.fusedPolynomial(decodingCoefficients)
        return (c <= 0.04045).select(c * (1 / 12.92), curved)
    }

    /// The encoded value of a linear one.
    static func encoded(_ y: FloatValue) -> FloatValue {
        let curved = y.squareRoot.squareRoot.fusedPolynomial(encodingCoefficients)
        return (y <= 0.0031308).select(y * 12.92, curved)
    }
}

extension FloatValue {
    /// Σ coefficients[i] · aⁱ by Horner's scheme, each step rounded once.
    fileprivate func fusedPolynomial(_ coefficients: [Float]) -> FloatValue {
        coefficients.dropLast().reversed().reduce(builder.constant(coefficients.last ?? 0)) {
            .fusedMultiplyAdd($0, self, builder.constant($1))
        }
    }
}
