extension CMTime {
    /// Returns the time with another timescale.
    ///
    /// `hasBeenRounded` is true if the new timescale can't represent the time, or if the time was rounded before. Times
    /// that aren't numbers are returned unchanged. A value that doesn't fit is infinite.
    ///
    /// - Parameters:
    ///   - newTimescale: The units in a second. A timescale below 1 gives an invalid time.
    ///   - method: How to round.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard kind == .number else { return self }
        guard newTimescale > 0 else { return .invalid }
        if newTimescale == timescale { return self }
        var rounding = method
        if method == .quickTime {
            rounding = newTimescale < timescale ? .roundTowardZero : .roundAwayFromZero
        }
        let product = Int128(value) * Int128(newTimescale)
        var (quotient, isExact) = product.divided(by: Int128(timescale), rounding: rounding)
        if method == .quickTime, quotient == 0, value < 0 { quotient = -1 }
        guard let result = Int64(exactly: quotient) else { return value < 0 ? .negativeInfinity : .positiveInfinity }
        if hasBeenRounded { isExact = false }
        return CMTime(
            value: result, timescale: newTimescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
    }
}
