/// a^b as 2^(b · log₂|a|), with C's special cases.
///
/// The result's relative error is the absolute error of b · log₂|a|, which is up to 128 in size: so the logarithm is a sum of two floats. Its
/// leading term (2/ln 2)·s is computed to 2⁻³⁶ by splitting factors into halves of twelve bits, whose products are exact; the rest
/// s·z·P(z) is a hundredth of it, with P the minimax fit of degree 2 (2⁻³⁰ of the whole).
enum Power {
    private static let coefficients: [Float] = [0x1.ec70d2p-1, 0x1.274ca2p-1, 0x1.b93e0cp-2]
    /// 2/ln 2 in twelve bits, and the rest.
    private static let leading: (high: Float, low: Float) = (0x1.714p1, 0x1.47652cp-11)

    static func pow(_ a: FloatValue, _ b: FloatValue) -> FloatValue {
        let size = a.magnitude
        // From 2⁴⁰ up the power is 0, 1 or infinite, whatever the exponent is.
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
        // Many gammas are 1, and what they are applied to should stay as it is.
        let result = b.isEqual(to: 1).select(a, signed)
        return isOne.select(1, b.isNaN.select(.nan, result))
    }

    /// log₂ of a positive finite number as a float of twelve bits and the rest.
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
    /// The twelve leading bits, towards zero.
    fileprivate var upperHalf: FloatValue { (bits & -4096).floatWithBits }
}
