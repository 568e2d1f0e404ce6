/// Sine, cosine and tangent.
///
/// First, the nearest multiple of π (of π/2 for the tangent) is subtracted in several parts. The parts have few bits,
/// so that their products with the multiple's number are exact for arguments up to 2¹⁶ and beyond. For larger arguments
/// the error grows with the spacing of floats. Then an odd minimax polynomial is evaluated, with these relative errors:
/// 2⁻²⁷ for the sine on ±π/2, and 2⁻²⁵·⁷ for the tangent on ±π/4. Infinite arguments give NaN.
enum Trigonometry {
    /// Adding this rounds to the nearest whole number, since floats near it have a unit of 1. That number is in the
    /// sum's low bits.
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

    /// Returns (−1)^n · sin a, where n is the lowest bit of `parity`. Clamped to ±1, since rounding and huge arguments
    /// could exceed it.
    private static func sine(ofReduced a: FloatValue, parity: IntValue) -> FloatValue {
        let sine = a * (a * a).polynomial(sineCoefficients)
        return sine.minimum(1).maximum(-1).flippingSign(by: parity << 31)
    }

    static func sin(_ a: FloatValue) -> FloatValue {
        let sum = a * 0x1.45f306p-2 + rounding
        return sine(ofReduced: remainder(a, sum - rounding, piParts), parity: sum.bits)
    }

    /// Computes cos a = −(−1)^n · sin(a − (n + ½)π). With the odd constant `rounding + 1`, the sum's lowest bit is the
    /// parity of n + 1.
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
