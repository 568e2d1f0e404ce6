/// e^a and 2^a.
///
/// The exponent is split into a whole number n and a fraction f in 0…1. 2^n is built from bits. 2^f is a polynomial of
/// degree 5, the minimax fit of (2^f − 1)/f with a relative error of 2⁻²³·⁵. The same holds for e^f on 0…ln 2. Results
/// below the smallest normal float are 0.
enum Exponential {
    /// Adding this rounds to a whole number n, since floats near it have a unit of 1. The low bits of the sum are n +
    /// 127, a float's biased exponent, so `bits << 23` is 2^n.
    private static let rounding: Float = 0x1.8p23 + 127
    /// With this shift, rounding to nearest acts as floor: whole numbers stay, and other numbers are rounded down. The
    /// exception is a strip just below each whole number, which is too narrow to affect the fit.
    private static let shift: Float = 0.499_75

    private static let exp2Coefficients: [Float] = [
        1, 0x1.62e4bap-1, 0x1.ebdb6ap-3, 0x1.c91c1p-5, 0x1.277c1cp-7, 0x1.e9691p-10,
    ]
    private static let expCoefficients: [Float] = [
        1, 0x1.000064p0, 0x1.ffde22p-2, 0x1.572724p-3, 0x1.3fff38p-5, 0x1.7e64fep-7,
    ]
    /// ln 2 in two parts: twelve bits, so that products with whole exponents are exact, and the remainder.
    private static let ln2: (Float, Float) = (0x1.62ep-1, 0x1.0bfbe8p-15)

    /// Returns a whole number n near `exponent`, at most `most`, and 2^n. `exponent` must be at least −127. For n =
    /// −127, the power is 0.
    private static func whole(of exponent: FloatValue, most: Float = 127) -> (n: FloatValue, power: FloatValue) {
        let sum = (exponent - shift + rounding).minimum(rounding + most)
        return (sum - rounding, (sum.bits << 23).floatWithBits)
    }

    static func exp2(_ a: FloatValue) -> FloatValue {
        let exponent = a.maximum(-127)
        let (n, power) = whole(of: exponent)
        return (exponent - n).polynomial(exp2Coefficients) * power
    }

    /// Returns 2^(high + low). The sum may be infinite.
    static func exp2(high: FloatValue, low: FloatValue) -> FloatValue {
        let (n, power) = whole(of: (high + low).maximum(-127))
        return ((high - n) + low).maximum(-1).polynomial(exp2Coefficients) * power
    }

    static func exp(_ a: FloatValue) -> FloatValue {
        let held = a.maximum(-88)
        let (n, power) = whole(of: held * 0x1.715476p0)
        return remainder(held, n).polynomial(expCoefficients) * power
    }

    /// Returns e^a / 2 for a ≥ 0. Finite wherever the exact result fits a float, unlike e^a.
    static func halfExp(_ a: FloatValue) -> FloatValue {
        let (n, power) = whole(of: a * 0x1.715476p0 - 1)
        return remainder(a, n + 1).polynomial(expCoefficients) * power
    }

    private static func remainder(_ a: FloatValue, _ n: FloatValue) -> FloatValue { a - n * ln2.0 - n * ln2.1 }
}
