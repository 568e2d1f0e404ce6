extension UnsignedInteger where Self: FixedWidthInteger {
    /// Returns the largest integer that divides both; the other one if this is 0.
    func greatestCommonDivisor(with other: Self) -> Self {
        var (a, b) = (self, other)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

extension Int128 {
    /// Returns the quotient, rounded, and whether it is exact. `divisor` must be positive.
    func divided(by divisor: Int128, rounding method: CMTimeRoundingMethod) -> (quotient: Int128, isExact: Bool) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        if remainder == 0 { return (quotient, true) }
        let isNegative = self < 0
        let movesAway =
            switch method {
            // `divisor` isn't near the largest number, so that doubling the remainder can't overflow.
            case .roundHalfAwayFromZero: remainder.magnitude * 2 >= divisor.magnitude
            case .roundTowardZero, .quickTime: false
            case .roundAwayFromZero: true
            case .roundTowardPositiveInfinity: !isNegative
            case .roundTowardNegativeInfinity: isNegative
            }
        return (movesAway ? quotient + (isNegative ? -1 : 1) : quotient, false)
    }
}
