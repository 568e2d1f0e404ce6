/// a^b as 2^(b · log₂|a|), with C's special cases.
///
/// The relative error of the result is proportional to the absolute error of b · log₂|a|, whose magnitude is up to 128.
/// So the logarithm is a sum of two floats. Its leading term (2/ln 2)·s is computed to 2⁻³⁶ by splitting factors into
/// halves of twelve bits, whose products are exact. The remaining term s·z·P(z) is about a hundredth of it. P is the
/// minimax fit of degree 2, to 2⁻³⁰ of the whole.
enum Power {
    private static let coefficients: [Float] = [0x1.ec70d2p-1, 0x1.274ca2p-1, 0x1.b93e0cp-2]
    /// 2/ln 2 in twelve bits, and the remainder.
    private static let leading: (high: Float, low: Float) = (0x1.714p1, 0x1.47652cp-11)

    static func pow(_ a: FloatValue, _ b: FloatValue) -> FloatValue {
        let size = a.magnitude
        // For |b| ≥ 2⁴⁰ the power is 0, 1 or infinite, so clamping doesn't change the result.
        let exponent = b.minimum(0x1p40).maximum(-0x1p40)
        let (high, low) = logarithm(size)
        let half = exponent.upperHalf
        let power = Exponential.exp2(high: half * high, low: (exponent - half) * high + exponent * low)

        let isInteger = b.isEqual(to: b.floor)
        let halved = b * 0.5
        let isOdd = isInteger.and(halved.isEqual(to: halved.floor).negated)
        let ordinary = (a < 0).and(isInteger.negated).select(.nan, power)
        let atLimit = (exponent < 0).select(1 / size, size)
        let magnitude = (size > 0).and(size < Float.infinity).select(ordinary, atLimit)
        let signed = a.bits.isNegative.and(isOdd).select(-magnitude, magnitude)
        let isOne = b.isEqual(to: 0).or(b.isNaN.and(a.isEqual(to: 1)))
        // A gamma of 1 is common, and must leave colours exactly unchanged.
        let result = b.isEqual(to: 1).select(a, signed)
        return isOne.select(1, b.isNaN.select(.nan, result))
    }

    /// Returns log₂ of a positive finite number as the sum of a float of twelve bits and a remainder.
    private static func logarithm(_ a: FloatValue) -> (high: FloatValue, low: FloatValue) {
        let (k, m) = Logarithm.parts(of: a)
        let (numerator, denominator) = (m - 1, m + 1)
        let reciprocal = 1 / denominator
        let s = numerator * reciprocal
        let sHigh = s.upperHalf
        let denominatorHigh = denominator.upperHalf
        let denominatorLow = m - (denominatorHigh - 1)
        let sLow = ((numerator - sHigh * denominatorHigh) - sHigh * denominatorLow) * reciprocal

        let z = s * s
        let rest = s * (z * z.polynomial(coefficients))
        let high = sHigh * leading.high
        let low = (sHigh * leading.low + sLow * (leading.high + leading.low)) + rest
        let sum = (k + (high + low)).upperHalf
        return (sum, low - ((sum - k) - high))
    }
}

extension FloatValue {
    /// The twelve leading bits, rounded towards zero.
    fileprivate var upperHalf: FloatValue { (bits & -4096).floatWithBits }
}
