/// How a time is rounded that a timescale can't represent.
public enum CMTimeRoundingMethod: UInt32, Sendable, Hashable {
    /// To the nearest value; halves away from zero.
    case roundHalfAwayFromZero = 1
    /// To the next value towards zero.
    case roundTowardZero = 2
    /// To the next value away from zero.
    case roundAwayFromZero = 3
    /// Towards zero if the new timescale is smaller than the old one, and away from zero if it is larger. A negative
    /// time never becomes 0, but −1 unit.
    case quickTime = 4
    /// To the next larger value.
    case roundTowardPositiveInfinity = 5
    /// To the next smaller value.
    case roundTowardNegativeInfinity = 6

    /// To the nearest value; halves away from zero.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
