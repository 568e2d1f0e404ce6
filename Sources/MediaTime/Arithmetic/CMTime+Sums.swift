extension CMTime {
    /// Returns the sum of two times.
    ///
    /// The timescale is the least common multiple of both timescales, at most `kCMTimeMaxTimescale`. If the value is
    /// too large, the timescale is halved until it fits. Opposite infinities have no sum: the result is invalid, as it
    /// is for two different epochs other than 0. The sum of two times in the same epoch is in epoch 0.
    public static func + (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: 1) }

    /// Returns the difference of two times.
    ///
    /// The rules are those of `+`. The difference of two times in the same epoch is a duration, in epoch 0. Equal
    /// infinities have no difference.
    public static func - (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: -1) }

    /// Adds a time.
    public static func += (a: inout CMTime, b: CMTime) { a = a + b }

    /// Subtracts a time.
    public static func -= (a: inout CMTime, b: CMTime) { a = a - b }

    private static func sum(_ a: CMTime, _ b: CMTime, sign: Int128) -> CMTime {
        switch (a.kind, b.kind) {
        case (.invalid, _), (_, .invalid): return .invalid
        case (.number, .number): break
        default: return sumOfSpecial(a, b, sign: sign)
        }
        if a.epoch != 0, b.epoch != 0, a.epoch != b.epoch { return .invalid }
        let (scaleA, scaleB) = (Int128(a.timescale), Int128(b.timescale))
        let common = UInt32(a.timescale).greatestCommonDivisor(with: UInt32(b.timescale))
        let multiple = scaleA / Int128(common) * scaleB
        let exact = ExactTime(
            numerator: Int128(a.value) * (multiple / scaleA) + sign * Int128(b.value) * (multiple / scaleB),
            denominator: multiple, isRounded: a.hasBeenRounded || b.hasBeenRounded,
            epoch: a.epoch == b.epoch ? 0 : a.epoch == 0 ? b.epoch : a.epoch)
        return exact.time(preferredTimescale: CMTimeScale(clamping: multiple))
    }

    /// Returns the sum if at least one of two valid times isn't a number.
    private static func sumOfSpecial(_ a: CMTime, _ b: CMTime, sign: Int128) -> CMTime {
        let infinities = [a.infinity, (b.infinity) * Int(sign)].filter { $0 != 0 }
        guard let first = infinities.first else { return .indefinite }
        guard infinities.allSatisfy({ $0 == first }) else { return .invalid }
        return first > 0 ? .positiveInfinity : .negativeInfinity
    }

    /// 1 or −1 for the infinities, 0 for other times.
    var infinity: Int { isPositiveInfinity ? 1 : isNegativeInfinity ? -1 : 0 }
}
