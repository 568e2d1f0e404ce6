extension CMTime {
    /// Not a time. `CMTime()` is the same.
    public static let invalid = CMTime()
    /// A time that isn't known, as the duration of a live stream.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// A time later than every number.
    public static let positiveInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// A time earlier than every number.
    public static let negativeInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// 0 seconds, with a timescale of 1.
    public static let zero = CMTime(value: 0, timescale: 1)
}

/// Not a time; the C name of `CMTime.invalid`.
public let kCMTimeInvalid = CMTime.invalid
/// A time that isn't known; the C name of `CMTime.indefinite`.
public let kCMTimeIndefinite = CMTime.indefinite
/// A time later than every number; the C name of `CMTime.positiveInfinity`.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// A time earlier than every number; the C name of `CMTime.negativeInfinity`.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// 0 seconds; the C name of `CMTime.zero`.
public let kCMTimeZero = CMTime.zero
