extension CMTimeRange {
    /// Returns a duration multiplied by the ratio of another range's length to this one's, rounded to the nearest value
    /// with the timescale `kCMTimeMaxTimescale` if it isn't exact with the timescale of `duration`.
    func scaled(_ length: CMTime, to other: CMTimeRange) -> CMTime {
        let (from, to) = (duration, other.duration)
        guard length.kind == .number, from.kind == .number, to.kind == .number, from.value > 0 else {
            return length.isValid && from.isPositiveInfinity && to.isPositiveInfinity ? length : .invalid
        }
        if from == to { return length }
        // (length / from) · to = length.value · from.timescale · to.value / (length.timescale · from.value ·
        // to.timescale), of which reduced parts are multiplied, so that usual times don't overflow.
        var top = [length.value.magnitude, UInt64(from.timescale), to.value.magnitude]
        var bottom = [UInt64(length.timescale), from.value.magnitude, UInt64(to.timescale)]
        for i in top.indices {
            for j in bottom.indices {
                let common = top[i].greatestCommonDivisor(with: bottom[j])
                if common > 1 { (top[i], bottom[j]) = (top[i] / common, bottom[j] / common) }
            }
        }
        let isRounded = length.hasBeenRounded || from.hasBeenRounded || to.hasBeenRounded
        guard let numerator = Self.product(top), let denominator = Self.product(bottom) else {
            // Times of this size have no exact quotient; see `ExactTime` for its limits.
            let ratio = to.seconds / from.seconds
            return length.multiplied(by: ratio)
        }
        let exact = ExactTime(
            numerator: length.value < 0 ? -numerator : numerator, denominator: denominator, isRounded: isRounded,
            epoch: length.epoch)
        for scale in [Int128(length.timescale), denominator] {
            if let scale = CMTimeScale(exactly: scale), Int128(scale) % denominator == 0 {
                return exact.time(preferredTimescale: scale)
            }
        }
        return exact.time(preferredTimescale: kCMTimeMaxTimescale)
    }

    /// Returns the product; nil if it is above 2⁶², the limit of `ExactTime`'s denominators.
    private static func product(_ factors: [UInt64]) -> Int128? {
        var result = UInt128(1)
        for factor in factors {
            let (product, overflow) = result.multipliedReportingOverflow(by: UInt128(factor))
            if overflow || product > 1 << 62 { return nil }
            result = product
        }
        return Int128(result)
    }
}
