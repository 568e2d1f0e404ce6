import KernelLanguage

/// The transfer function of BT.709 and BT.2020 (`TransferCurve.rec709`) in few instructions, for
/// `ComponentRange.video`.
///
/// The polynomials are minimax fits of the relative error, scaled so that 1 becomes 1. A step between codes of
/// 8 bits is 2⁻⁸ of the largest value, and one of 10 bits 2⁻¹⁰; the errors are below a tenth of a step.
enum VideoTransfer {
    /// With u = (c + 0.0993) / 1.0993, the decoded value is u² times a polynomial in u that stands for u^(2/9). The
    /// relative error is 2⁻¹². Codes of 10 bits need a polynomial of higher degree, whose terms are too large for
    /// floats.
    private static let decodingCoefficients: [Float] = [
        0x1.d6d98cp-2, 0x1.ce069ap+0, -0x1.0f1614p+2, 0x1.ddcc1ap+2, -0x1.12830ap+3, 0x1.8ed1eep+2, -0x1.5fc22p+1,
        0x1.56d6b4p-1, -0x1.1ab456p-4,
    ]
    /// The encoded value is a polynomial in the fourth root, with a relative error of 2⁻¹⁶ and 2⁻¹⁴.
    private static let encodingCoefficients: [Float] = [
        -0x1.a9dbeep-4, 0x1.72b05ap-4, 0x1.3dfe2cp+0, -0x1.72c71cp-2, 0x1.7c6702p-3, -0x1.f65592p-5, 0x1.25f49cp-7,
    ]
    private static let encodingCoefficientsOf8Bits: [Float] = [
        -0x1.b19ba6p-4, 0x1.b77faep-4, 0x1.2ee2d6p+0, -0x1.079306p-2, 0x1.63aa14p-4, -0x1.cbd2d6p-7,
    ]
    /// The largest linear value that is encoded.
    private static let limit: Float = 6
    private static let (alpha, beta): (Float, Float) = (1.09929682680944, 0.018053968510807)

    /// Returns the linear value of an encoded one in 0…2.2, for codes of 8 bits.
    static func decodedOf8Bits(_ c: FloatValue) -> FloatValue {
        let builder = c.builder
        let u = FloatValue.fusedMultiplyAdd(
            c, builder.constant(1 / alpha), builder.constant((alpha - 1) / alpha))
        let curved = u * u * u.wideFusedPolynomial(scaled(decodingCoefficients))
        return (c < 4.5 * beta).select(c * (1 / 4.5), curved)
    }

    /// Returns the encoded value of a linear one, at least 0. NaN stays NaN.
    static func encoded(_ y: FloatValue, for8Bits: Bool) -> FloatValue {
        let limited = (y > limit).select(limit, y)
        let coefficients = scaled(for8Bits ? encodingCoefficientsOf8Bits : encodingCoefficients)
        let curved = SRGBTransfer.fourthRoot(limited).wideFusedPolynomial(coefficients)
        return (limited < beta).select(limited * 4.5, curved)
    }

    /// Returns the coefficients divided by their sum, which is the polynomial's value for 1.
    private static func scaled(_ coefficients: [Float]) -> [Float] {
        let sum = coefficients.reduce(0) { $0 + Double($1) }
        return coefficients.map { Float(Double($0) / sum) }
    }
}
