import KernelLanguage

/// Powers for transfer functions, in a quarter of the instructions of `Opcode.pow`.
///
/// aᵍ is 2^(g · log₂ a). A float a is 2^k · m with m in √½…√2; log₂ m is a polynomial of degree 8 in m − 1, and 2^f for
/// f in −½…½ one of degree 5, both minimax fits. The relative error is at most 10⁻⁶ where |g · log₂ a| is below 8. 1 to
/// any power is exactly 1.
extension FloatValue {
    private static let logarithmCoefficients: [Float] = [
        0x1.715472p0, -0x1.7155a8p-1, 0x1.ec7b22p-2, -0x1.70bf0ep-2, 0x1.259bdap-2, -0x1.ffd7fap-3, 0x1.e4db1cp-3,
        -0x1.2afd22p-3,
    ]
    private static let powerCoefficients: [Float] = [
        1, 0x1.62e432p-1, 0x1.ebf9bap-3, 0x1.c6ae7p-5, 0x1.3ceb4ep-7, 0x1.5f73ep-10,
    ]
    /// The bit pattern of √½.
    private static let rootOfHalf: Int32 = 0x3f35_04f3
    /// Adding this rounds to a whole number n, because floats near it have a unit of 1. The low bits of the sum are n +
    /// 127, the biased exponent of 2^n.
    private static let rounding: Float = 0x1.8p23 + 127

    /// Returns this value, at least 0, to a positive power. 0, denormal numbers, NaN and infinity stay as they are.
    func curvePower(_ exponent: FloatValue) -> FloatValue {
        let k = (bits - Self.rootOfHalf) >> 23
        let difference = (bits - (k << 23)).floatWithBits - 1
        let logarithm = FloatValue.fusedMultiplyAdd(
            difference, difference.fusedPolynomial(Self.logarithmCoefficients), k.float)
        let product = (exponent * logarithm).minimum(127).maximum(-126)
        let sum = product + Self.rounding
        let fraction = product - (sum - Self.rounding)
        let power = fraction.fusedPolynomial(Self.powerCoefficients) * (sum.bits << 23).floatWithBits
        return isNormal.select(power, self)
    }

    /// Returns this value, at least 0, to a positive power.
    func curvePower(_ exponent: Double) -> FloatValue { curvePower(builder.constant(Float(exponent))) }

    /// Whether this value is neither 0, denormal, infinite nor NaN, if its sign bit is clear. This is a single
    /// comparison because the bit pattern is moved so that the smallest normal number becomes the smallest integer.
    private var isNormal: BoolValue {
        let smallest = Int32(bitPattern: Float.leastNormalMagnitude.bitPattern)
        let infinity = Int32(bitPattern: Float.infinity.bitPattern)
        return bits + (Int32.min &- smallest) < Int32.min + (infinity - smallest)
    }

    /// Returns Σ coefficients[i] · aⁱ by Horner's scheme, rounding once per step.
    func fusedPolynomial(_ coefficients: [Float]) -> FloatValue {
        coefficients.dropLast().reversed().reduce(builder.constant(coefficients.last ?? 0)) {
            .fusedMultiplyAdd($0, self, builder.constant($1))
        }
    }
}
