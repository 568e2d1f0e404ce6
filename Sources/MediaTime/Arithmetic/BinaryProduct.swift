/// The exact product of an integer and a floating-point number: `significand · 2^exponent`.
struct BinaryProduct {
    /// At most 2¹¹⁷.
    private let significand: UInt128
    private let exponent: Int

    /// - Parameter factor: A finite number that isn't negative.
    init(_ integer: UInt64, _ factor: Double) {
        let bits = Double.significandBitCount
        let fraction = UInt128(factor.significandBitPattern)
        let isNormal = factor.exponentBitPattern != 0
        significand = UInt128(integer) * (isNormal ? fraction | 1 << bits : fraction)
        // 1023 is the bias of the exponent; denormal numbers have the exponent of the smallest normal number.
        exponent = Int(max(1, factor.exponentBitPattern)) - 1023 - bits
    }

    /// Returns the product times `scale / divisor`, rounded to the nearest integer with halves up, and whether that is
    /// exact. Returns nil if it has more than 63 bits.
    func scaled(by scale: UInt32, over divisor: UInt32) -> (magnitude: UInt64, isExact: Bool)? {
        if significand == 0 { return (0, true) }
        var exponent = exponent
        var factor = (scale: scale, divisor: divisor)
        if scale % divisor == 0, (scale / divisor).nonzeroBitCount == 1 {
            // A power of two, as it is unless the timescale was halved.
            exponent += (scale / divisor).trailingZeroBitCount
            factor = (1, 1)
        }
        // A shift to the left by more bits than the number has free would exceed 64 bits by far, as the divisor has at
        // most 31.
        guard exponent < significand.leadingZeroBitCount else { return nil }
        let shifted = exponent > 0 ? significand << exponent : significand
        let wide = shifted.multipliedFullWidth(by: UInt128(factor.scale))
        guard wide.high < UInt128(factor.divisor) else { return nil }
        let (quotient, remainder) = UInt128(factor.divisor).dividingFullWidth(wide)
        let bits = max(0, -exponent)
        if bits == 0 { return Self.rounded(quotient, isUp: remainder * 2 >= UInt128(factor.divisor), remainder == 0) }
        if bits > 128 { return (0, false) }
        // The rest below the quotient is less than one half of a unit, and can't turn less than half into half.
        let half = UInt128(1) << (bits - 1)
        let low = bits == 128 ? quotient : quotient & (half << 1 - 1)
        return Self.rounded(
            bits == 128 ? 0 : quotient >> bits, isUp: low >= half, low == 0 && remainder == 0)
    }

    private static func rounded(_ quotient: UInt128, isUp: Bool, _ isExact: Bool) -> (UInt64, Bool)? {
        guard let value = Int64(exactly: quotient), value < .max || !isUp else { return nil }
        return (UInt64(value) + (isUp ? 1 : 0), isExact)
    }
}
