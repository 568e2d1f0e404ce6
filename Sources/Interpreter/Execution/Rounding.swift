/// Rounding functions without branches or calls, so that loops over them are vectorised even on processors without
/// rounding instructions.
///
/// Adding and subtracting 2²³ rounds to the nearest whole number, halves to even. From 2²³ on, all floats are whole
/// numbers.
enum Rounding {
    private static let whole: Float = 0x1p23

    @inline(__always)
    private static func magnitude(_ a: Float) -> Float { Float(bitPattern: a.bitPattern & 0x7fff_ffff) }

    @inline(__always)
    private static func withSign(of a: Float, _ magnitude: Float) -> Float {
        Float(bitPattern: magnitude.bitPattern | (a.bitPattern & 0x8000_0000))
    }

    /// Returns the nearest whole number, halves to even.
    @inline(__always)
    static func roundEven(_ a: Float) -> Float {
        let m = magnitude(a)
        return withSign(of: a, m < whole ? (m + whole) - whole : m)
    }

    /// Returns `a` without its fraction.
    @inline(__always)
    static func trunc(_ a: Float) -> Float {
        let m = magnitude(a)
        let nearest = (m + whole) - whole
        let below = nearest > m ? nearest - 1 : nearest
        return withSign(of: a, m < whole ? below : m)
    }

    /// Returns the largest whole number that is not greater than `a`.
    @inline(__always)
    static func floor(_ a: Float) -> Float {
        let nearest = roundEven(a)
        return nearest > a ? nearest - 1 : nearest
    }

    /// Returns the smallest whole number that is not less than `a`.
    @inline(__always)
    static func ceil(_ a: Float) -> Float {
        let nearest = roundEven(a)
        let above = nearest < a ? nearest + 1 : nearest
        // As in C, −0.5 is rounded up to −0.
        return withSign(of: a, magnitude(above)) == above ? withSign(of: a, magnitude(above)) : above
    }

    /// Returns the nearest whole number, halves away from zero.
    @inline(__always)
    static func round(_ a: Float) -> Float {
        let m = magnitude(a)
        let below = magnitude(trunc(a))
        return withSign(of: a, m - below >= 0.5 ? below + 1 : below)
    }

    /// Returns `a` rounded towards zero and clamped to the range of Int32. Returns 0 for NaN.
    @inline(__always)
    static func int(_ a: Float) -> Int32 {
        let a = Double(a)
        let number = a == a ? a : 0
        let held = Swift.min(Swift.max(number, -2_147_483_648), 2_147_483_647)
        // Adding 1.5 · 2⁵² leaves the nearest integer in the low bits. Where that is further from zero than `held`,
        // correct it by one.
        let shifted = held + 0x1.8p52
        let nearest = shifted - 0x1.8p52
        let integer = Int64(truncatingIfNeeded: shifted.bitPattern)
        let tooFar: Int64 = (held > 0 && nearest > held ? 1 : 0) - (held < 0 && nearest < held ? 1 : 0)
        return Int32(truncatingIfNeeded: integer &- tooFar)
    }
}
