/// Inverse trigonometric functions.
///
/// The approximations are odd minimax polynomials with these relative errors: 2⁻²⁵·⁸ for the arc tangent on 0…1, and
/// 2⁻²⁷·⁶ for the arc sine on 0…½. Outside these ranges, atan t = π/2 − atan 1/t and asin t = π/2 − 2 asin √((1 −
/// t)/2).
enum ArcFunction {
    private static let halfPi: Float = 0x1.921fb6p0
    private static let pi: Float = 0x1.921fb6p1
    private static let atanCoefficients: [Float] = [
        1, -0x1.5554dcp-2, 0x1.9978ecp-3, -0x1.230a96p-3, 0x1.b4deep-4, -0x1.35519ep-4, 0x1.61f18p-5, -0x1.0c1c9ep-6,
        0x1.7eb2e4p-9,
    ]
    private static let asinCoefficients: [Float] = [
        1, 0x1.5555c8p-3, 0x1.330204p-4, 0x1.747bb8p-5, 0x1.8c3e5p-6, 0x1.595c6p-5,
    ]

    private static func oddPolynomial(_ a: FloatValue, _ coefficients: [Float]) -> FloatValue {
        a * (a * a).polynomial(coefficients)
    }

    static func atan(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        let isLarge = size > 1
        let angle = oddPolynomial(isLarge.select(1 / size, size), atanCoefficients)
        return isLarge.select(halfPi - angle, angle).withSign(of: a)
    }

    /// Returns the angle of the point (x, y). As in C, the signs of zeros matter.
    static func atan2(_ y: FloatValue, _ x: FloatValue) -> FloatValue {
        let (height, width) = (y.magnitude, x.magnitude)
        let isSteep = height > width
        let (short, long) = (isSteep.select(width, height), isSteep.select(height, width))
        // For 0/0 and ∞/∞ the division gives NaN, but C defines the angle: quotient 0 and 1. Both cases have equal
        // operands. For all other equal operands, the quotient is 1 anyway.
        let diagonal = long.isEqual(to: 0).select(0, 1)
        let quotient = height.isEqual(to: width).select(diagonal, short / long)
        let angle = oddPolynomial(quotient, atanCoefficients)
        let quarter = isSteep.select(halfPi - angle, angle)
        return x.bits.isNegative.select(pi - quarter, quarter).withSign(of: y)
    }

    /// Returns asin |a| for |a| ≤ ½. For larger |a|, returns asin √((1 − |a|)/2), which is half of π/2 − asin |a|.
    private static func partialArcSine(_ size: FloatValue, _ isLarge: BoolValue) -> FloatValue {
        let reduced = ((1 - size) * 0.5).squareRoot
        return oddPolynomial(isLarge.select(reduced, size), asinCoefficients)
    }

    static func asin(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        let isLarge = size > 0.5
        let part = partialArcSine(size, isLarge)
        return isLarge.select(halfPi - (part + part), part).withSign(of: a)
    }

    static func acos(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        let isLarge = size > 0.5
        let part = partialArcSine(size, isLarge)
        let isNegative = a.bits.isNegative
        let small = halfPi - part.withSign(of: a)
        let large = part + part
        return isLarge.select(isNegative.select(pi - large, large), small)
    }
}

extension FloatValue {
    /// Returns this value, which must not be negative, with the sign bit of `other`.
    func withSign(of other: FloatValue) -> FloatValue { (bits | (other.bits & .min)).floatWithBits }
}
