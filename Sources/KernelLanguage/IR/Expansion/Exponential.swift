/// e^a and 2^a.
///
/// The argument is a whole number n, whose power of two is made as bits, and a rest f in 0…1, whose power is a polynomial of degree 5: the
/// minimax fit of (2^f − 1)/f with a relative error of 2⁻²³·⁵ (the same for e^f on 0…ln 2). Results below the smallest normal float are 0.
enum Exponential {
    /// Its unit is 1 for floats near it, and its low bits are the exponent's bias: so `bits << 23` of a sum is a power of two.
    private static let rounding: Float = 0x1.8p23 + 127
    /// Takes whole numbers to themselves and all else down, but for a strip that is too narrow to matter to the fit.
    private static let shift: Float = 0.499_75

    private static let exp2Coefficients: [Float] = [
        1, 0x1.62e4bap-1, 0x1.ebdb6ap-3, 0x1.c91c1p-5, 0x1.277c1cp-7, 0x1.e9691p-10,
    ]
    private static let expCoefficients: [Float] = [
        1, 0x1.000064p0, 0x1.ffde22p-2, 0x1.572724p-3, 0x1.3fff38p-5, 0x1.7e64fep-7,
    ]
    /// ln 2 in two parts; twelve bits, so that products with whole exponents are exact, and the rest.
    private static let ln2: (Float, Float) = (0x1.62ep-1, 0x1.0bfbe8p-15)

    /// A whole number n near `exponent`, which must not be below −127, and 2^n; n stops at `most`. 2^−127 is 0.
    private static func whole(of exponent: FloatValue, most: Float = 127) -> (n: FloatValue, power: FloatValue) {
        let sum = (exponent - shift + rounding).minimum(rounding + most)
        return (sum - rounding, (sum.bits << 23).floatWithBits)
    }

    static func exp2(_ a: FloatValue) -> FloatValue {
        let exponent = a.maximum(-127)
        let (n, power) = whole(of: exponent)
        return (exponent - n).polynomial(exp2Coefficients) * power
    }

    /// 2^(high + low), for a sum that may be infinite.
    static func exp2(high: FloatValue, low: FloatValue) -> FloatValue {
        let (n, power) = whole(of: (high + low).maximum(-127))
        return ((high - n) + low).maximum(-1).polynomial(exp2Coefficients) * power
    }

    static func exp(_ a: FloatValue) -> FloatValue {
        let held = a.maximum(-88)
        let (n, power) = whole(of: held * 0x1.715476p0)
        return remainder(held, n).polynomial(expCoefficients) * power
    }

    /// e^a / 2 for a that is not negative: finite as long as the result is.
    static func halfExp(_ a: FloatValue) -> FloatValue {
        let (n, power) = whole(of: a * 0x1.715476p0 - 1)
        return remainder(a, n + 1).polynomial(expCoefficients) * power
    }

    private static func remainder(_ a: FloatValue, _ n: FloatValue) -> FloatValue { a - n * ln2.0 - n * ln2.1 }
}
