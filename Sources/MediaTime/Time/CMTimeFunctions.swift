// The C functions of Core Media, as Swift imports them. The operators and methods of `CMTime` do the same.

/// Returns `value / timescale` seconds; see `CMTime.init(value:timescale:)`.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Returns `value / timescale` seconds in an epoch; an invalid time if `timescale` is below 1.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch) : .invalid
}

/// Returns the time of a number of seconds; see `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a time in seconds: NaN for invalid and indefinite times.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// Returns the time with another timescale; see `CMTime.convertScale(_:method:)`.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}

/// Returns the sum of two times; see `CMTime.+`.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference of two times; see `CMTime.-`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns the time multiplied by an integer, with the same timescale.
///
/// If the value is too large, the timescale is halved until it fits. An infinity times 0 is invalid.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: multiplier) }

/// Returns the time multiplied by a number.
///
/// The timescale is doubled until it is at least 65,536, and the value is rounded to the nearest. If the value is too
/// large, the timescale is halved until it fits. A multiplier of NaN gives an invalid time.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.multiplied(by: multiplier) }

/// Returns the time multiplied by a fraction.
///
/// The result is exact if a time can hold it, and isn't reduced: 1/3 times 3/1 is 3/3. Otherwise its timescale is the
/// largest one with which the value fits. A divisor of 0 gives an infinity, or an invalid time if the product is 0.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.multiplied(by: multiplier, dividedBy: divisor)
}

/// Returns −1, 0 or 1 if the first time is less than, equal to or greater than the second; see `CMTime` for the order.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(time2) }

/// Returns the lesser of two times; the first one if they are equal.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// Returns the greater of two times; the first one if they are equal.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// Returns the time without its sign. The absolute value of −∞ is +∞, and so is that of the smallest value.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isNumeric, time.value < 0 else { return time }
    guard let value = Int64(exactly: time.value.magnitude) else { return .positiveInfinity }
    return CMTime(value: value, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
}

/// Whether a time is a number, infinite or indefinite.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Whether a value isn't a time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Whether a time is later than every number.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// Whether a time is earlier than every number.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// Whether a time isn't known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Whether a time is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Whether a time is a number that isn't exact.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
