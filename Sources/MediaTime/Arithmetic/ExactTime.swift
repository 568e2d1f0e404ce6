/// A number of seconds as an exact fraction that may be too large for a time, and its conversion to a time.
struct ExactTime {
    /// The numerator; at most 2⁹⁵ in magnitude.
    let numerator: Int128
    /// The denominator, from 1 to 2⁶².
    let denominator: Int128
    /// Whether a time that the number was computed from was rounded.
    var isRounded: Bool
    /// The epoch of the time.
    var epoch: CMTimeEpoch = 0

    /// Returns the time with a timescale, rounded to the nearest value. If the value is too large, the timescale is
    /// halved until it fits; the result is infinite if it doesn't fit with a timescale of 1.
    func time(preferredTimescale: CMTimeScale) -> CMTime {
        var scale = preferredTimescale
        while true {
            // 2⁹⁵ · 2³¹ fits into 127 bits. The fraction is rounded once, however often the timescale is halved.
            let (value, isExact) = (numerator * Int128(scale)).divided(by: denominator, rounding: .default)
            if let value = Int64(exactly: value) {
                let flags: CMTimeFlags = isRounded || !isExact ? [.valid, .hasBeenRounded] : .valid
                return CMTime(value: value, timescale: scale, flags: flags, epoch: epoch)
            }
            guard scale > 1 else { return numerator < 0 ? .negativeInfinity : .positiveInfinity }
            scale /= 2
        }
    }
}
