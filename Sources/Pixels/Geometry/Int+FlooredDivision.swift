extension Int {
    /// The quotient rounded towards negative infinity; `divisor` is positive.
    ///
    /// Periodic patterns of pixels go on in the same way on both sides of the origin.
    package func flooredQuotient(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// What is left of the floored quotient: 0 ..< `divisor`.
    package func flooredRemainder(by divisor: Int) -> Int { self - flooredQuotient(by: divisor) * divisor }
}
