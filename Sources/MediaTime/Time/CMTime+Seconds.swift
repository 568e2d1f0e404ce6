extension CMTime {
    /// The time in seconds, without its epoch: NaN for invalid and indefinite times.
    public var seconds: Double {
        switch kind {
        case .number: Double(value) / Double(timescale)
        case .positiveInfinity: .infinity
        case .negativeInfinity: -.infinity
        case .indefinite, .invalid: .nan
        }
    }

    /// Creates a time from seconds, in epoch 0.
    ///
    /// `seconds` times the timescale loses its fraction, as in Core Media: 0.29 with a timescale of 100 is 28/100,
    /// because the nearest floating-point number is below 0.29. Round before, or create the time from integers, where
    /// that matters. `hasBeenRounded` is true if `self.seconds` differs from `seconds`. If the value is too large, the
    /// timescale is halved until it fits; with a timescale of 1, the result is infinite.
    ///
    /// - Parameters:
    ///   - seconds: The time. NaN gives an invalid time, and infinity an infinite one.
    ///   - preferredTimescale: The units in a second. A timescale below 1 gives an invalid time.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        var scale = preferredTimescale
        while true {
            if let value = Int64(exactly: (seconds * Double(scale)).rounded(.towardZero)) {
                self.init(value: value, timescale: scale)
                if self.seconds != seconds { flags.insert(.hasBeenRounded) }
                return
            }
            guard scale > 1 else { break }
            scale /= 2
        }
        self = seconds < 0 ? .negativeInfinity : .positiveInfinity
    }
}
