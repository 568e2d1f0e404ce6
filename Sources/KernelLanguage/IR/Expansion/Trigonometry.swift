/// Sine, cosine and tangent.
///
/// The nearest multiple of π (tangent: π/2) is taken off in parts of few bits, whose products with the multiple's number are exact for
/// arguments up to 2¹⁶ and more; beyond that the error grows with the distance of neighbouring floats. Then an odd minimax polynomial: sine on
/// ±π/2 to 2⁻²⁷, tangent on ±π/4 to 2⁻²⁵·⁷, both relative. Infinite arguments give NaN.
enum Trigonometry {
    /// Its unit is 1 for floats near it, and the low bits of a sum with it are the other term's nearest whole number.
    private static let rounding: Float = 0x1.8p23
    private static let piParts: [Float] = [0x1.92p1, 0x1.fbp-11, 0x1.5110b4p-21]
    private static let halfPiParts: [Float] = [0x1.92p0, 0x1.fbp-12, 0x1.51p-22, 0x1.0b4612p-34]
    private static let sineCoefficients: [Float] = [1, -0x1.55554cp-3, 0x1.110ed4p-7, -0x1.9f6eccp-13, 0x1.5d9d68p-19]
    private static let tangentCoefficients: [Float] = [
        1, 0x1.5554dep-2, 0x1.112de2p-3, 0x1.b5870ep-5, 0x1.905fd4p-6, 0x1.97a746p-9, 0x1.33b6e2p-7,
    ]

    private static func remainder(_ a: FloatValue, _ count: FloatValue, _ parts: [Float]) -> FloatValue {
        parts.reduce(a) { $0 - count * $1 }
    }

    /// (−1)^n · sin a, where n is the lowest bit of `parity`; held within ±1, which rounding and huge arguments would leave.
    private static func sine(ofReduced a: FloatValue, parity: IntValue) -> FloatValue {
        let sine = a * (a * a).polynomial(sineCoefficients)
        return sine.minimum(1).maximum(-1).flippingSign(by: parity << 31)
    }

    static func sin(_ a: FloatValue) -> FloatValue {
        let sum = a * 0x1.45f306p-2 + rounding
        return sine(ofReduced: remainder(a, sum - rounding, piParts), parity: sum.bits)
    }

    /// cos a = −(−1)^n · sin(a − (n + ½)π); the odd `rounding + 1` makes n + 1 of the number's parity.
    static func cos(_ a: FloatValue) -> FloatValue {
        let sum = a * 0x1.45f306p-2 - 0.5 + (rounding + 1)
        return sine(ofReduced: remainder(a, sum - (rounding + 1) + 0.5, piParts), parity: sum.bits)
    }

    static func tan(_ a: FloatValue) -> FloatValue {
        let sum = a * 0x1.45f306p-1 + rounding
        let rest = remainder(a, sum - rounding, halfPiParts)
        let tangent = rest * (rest * rest).polynomial(tangentCoefficients)
        return (sum.bits & 1).isNotZero.select(-1 / tangent, tangent)
    }
}
