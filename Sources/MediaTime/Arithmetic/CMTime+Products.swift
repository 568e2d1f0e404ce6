extension CMTime {
    /// Returns the time multiplied by an integer, with the same timescale. If the value is too large, the timescale is
    /// halved until it fits. An infinity times 0 is invalid.
    func multiplied(by multiplier: Int32) -> CMTime {
        guard kind == .number else { return specialProduct(sign: multiplier.signum()) }
        return ExactTime(
            numerator: Int128(value) * Int128(multiplier), denominator: Int128(timescale), isRounded: hasBeenRounded,
            epoch: epoch
        ).time(preferredTimescale: timescale)
    }

    /// Returns the time multiplied by `multiplier / divisor`.
    ///
    /// The result is exact if a time can hold it. Otherwise its timescale is the largest one with which the value fits.
    func multiplied(by multiplier: Int32, dividedBy divisor: Int32) -> CMTime {
        guard kind == .number else { return specialProduct(sign: multiplier.signum() * divisor.signum()) }
        if divisor == 0 {
            let sign = value.signum() * Int64(multiplier.signum())
            return sign == 0 ? .invalid : sign < 0 ? .negativeInfinity : .positiveInfinity
        }
        if multiplier == 0 || value == 0 {
            var zero = self
            zero.value = 0
            return zero
        }
        let common = multiplier.magnitude.greatestCommonDivisor(with: divisor.magnitude)
        let isNegative = (multiplier < 0) != (divisor < 0)
        let factor = Int128(multiplier.magnitude / common) * (isNegative ? -1 : 1)
        let product = Int128(value) * factor
        let scale = Int128(timescale) * Int128(divisor.magnitude / common)
        for reduction in [1, Int128(product.magnitude.greatestCommonDivisor(with: scale.magnitude))] {
            if let value = Int64(exactly: product / reduction), let timescale = Int32(exactly: scale / reduction) {
                return CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
            }
        }
        return ExactTime(numerator: product, denominator: scale, isRounded: hasBeenRounded, epoch: epoch)
            .time(preferredTimescale: kCMTimeMaxTimescale)
    }

    /// Returns the product of a time that isn't a number with a factor of the given sign.
    private func specialProduct(sign: Int32) -> CMTime {
        switch kind {
        case .indefinite: .indefinite
        case .invalid, .number: .invalid
        case .positiveInfinity, .negativeInfinity:
            sign == 0 ? .invalid : infinity * Int(sign) > 0 ? .positiveInfinity : .negativeInfinity
        }
    }

    /// Returns the time multiplied by a floating-point number, which is taken as exact.
    ///
    /// The timescale is doubled until it is at least 65,536. If the value is too large, the timescale is halved until
    /// it fits. A multiplier of NaN gives an invalid time; one of infinity an infinite time, or an invalid one if the
    /// time is 0.
    func multiplied(by multiplier: Double) -> CMTime {
        let sign: Int32 = multiplier > 0 ? 1 : multiplier < 0 ? -1 : 0
        guard !multiplier.isNaN else { return .invalid }
        guard kind == .number else { return specialProduct(sign: sign) }
        let isNegative = (value < 0) != (sign < 0)
        let overflow: CMTime = isNegative ? .negativeInfinity : .positiveInfinity
        guard multiplier.isFinite else { return value == 0 ? .invalid : overflow }
        let product = BinaryProduct(value.magnitude, multiplier.magnitude)
        var scale = timescale
        while scale < 65_536 { scale *= 2 }
        while true {
            if let (magnitude, isExact) = product.scaled(by: UInt32(scale), over: UInt32(timescale)),
                let value = Int64(exactly: isNegative ? -Int128(magnitude) : Int128(magnitude))
            {
                let flags: CMTimeFlags = hasBeenRounded || !isExact ? [.valid, .hasBeenRounded] : .valid
                return CMTime(value: value, timescale: scale, flags: flags, epoch: epoch)
            }
            guard scale > 1 else { return overflow }
            scale /= 2
        }
    }
}
