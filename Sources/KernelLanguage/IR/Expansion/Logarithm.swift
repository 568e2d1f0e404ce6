/// Logarithms.
///
/// A float is 2^k · m with m in √½…√2. With s = (m − 1)/(m + 1) and z = s², log m = s · (c + z · P(z)). P has degree 2
/// and is the minimax fit on this range. Its relative error is 2⁻²⁶ in base 2, where c is a single float, and 2⁻³⁰
/// otherwise.
enum Logarithm {
    private static let lnCoefficients: [Float] = [2, 0x1.55557ap-1, 0x1.995edap-2, 0x1.31dfeap-2]
    private static let log2Coefficients: [Float] = [0x1.715476p1, 0x1.ec73e8p-1, 0x1.26330ep-1, 0x1.eb48fcp-2]
    private static let ln2: Float = 0x1.62e43p-1
    /// The bit pattern of √½.
    private static let rootOfHalf: Int32 = 0x3f35_04f3

    /// Returns k and m of a positive finite float.
    static func parts(of a: FloatValue) -> (k: FloatValue, m: FloatValue) {
        // Scale denormal numbers into the normal range, because their exponent bits are 0.
        let isSmall = a < Float.leastNormalMagnitude
        let (k, m) = normalParts(of: isSmall.select(a * 0x1p25, a))
        return (k + isSmall.select(-25, 0), m)
    }

    private static func normalParts(of a: FloatValue) -> (k: FloatValue, m: FloatValue) {
        let k = (a.bits - rootOfHalf) >> 23
        return (k.float, (a.bits - (k << 23)).floatWithBits)
    }

    private static func ofMantissa(_ m: FloatValue, _ coefficients: [Float]) -> FloatValue {
        let s = (m - 1) / (m + 1)
        return s * (s * s).polynomial(coefficients)
    }

    /// Returns `logarithm`, the result for positive finite a, or the result for a special value of a.
    private static func everywhere(_ a: FloatValue, _ logarithm: FloatValue) -> FloatValue {
        let finite = (a < Float.infinity).select(logarithm, a)
        return (a > 0).select(finite, a.isEqual(to: 0).select(-.infinity, .nan))
    }

    static func log2(_ a: FloatValue) -> FloatValue {
        let (k, m) = parts(of: a)
        return everywhere(a, k + ofMantissa(m, log2Coefficients))
    }

    static func log(_ a: FloatValue) -> FloatValue {
        let (k, m) = parts(of: a)
        return everywhere(a, k * ln2 + ofMantissa(m, lnCoefficients))
    }

    /// Returns log(1 + a) for finite a ≥ 0.
    static func ofOnePlus(_ a: FloatValue) -> FloatValue {
        let sum = a + 1
        let (k, m) = normalParts(of: sum)
        // First-order correction of the sum's rounding error.
        let correction = (a - (sum - 1)) / sum
        return k * ln2 + (ofMantissa(m, lnCoefficients) + correction)
    }
}
