/// Inverse hyperbolic functions, computed as log(1 + t), where t is computed without cancellation.
enum InverseHyperbolic {
    private static let ln2: Float = 0x1.62e43p-1
    /// Above this, t² could overflow, and log(2t) equals the result to the last bit.
    private static let large: Float = 0x1p40

    static func asinh(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        let square = size * size
        let t = size + square / ((square + 1).squareRoot + 1)
        return logarithm(t, size).withSign(of: a)
    }

    static func acosh(_ a: FloatValue) -> FloatValue {
        let t = a - 1
        let result = logarithm(t + (t * t + (t + t)).squareRoot, a)
        return (a < 1).select(.nan, result)
    }

    static func atanh(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        let inside = Logarithm.ofOnePlus((size + size) / (1 - size)) * 0.5
        let outside = size.isEqual(to: 1).select(.infinity, .nan)
        return (size < 1).select(inside, outside).withSign(of: a)
    }

    /// Returns log(1 + t), or log(2 · size) for a large size.
    private static func logarithm(_ t: FloatValue, _ size: FloatValue) -> FloatValue {
        let isLarge = size > large
        let result = Logarithm.ofOnePlus(isLarge.select(size, t)) + isLarge.select(ln2, 0)
        return (size < Float.infinity).select(result, size)
    }
}
