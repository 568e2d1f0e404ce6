extension Int {
    /// Returns the quotient rounded towards negative infinity; `divisor` must be positive.
    ///
    /// Periodic patterns of pixels thereby continue in the same way on both sides of the origin.
    package func flooredQuotient(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// Returns the remainder of the floored quotient, in 0 ..< `divisor`.
    package func flooredRemainder(by divisor: Int) -> Int { self - flooredQuotient(by: divisor) * divisor }
}
