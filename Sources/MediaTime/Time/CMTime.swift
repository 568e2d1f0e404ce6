import Foundation

/// The numerator of a time.
public typealias CMTimeValue = Int64

/// The number of units in a second; the denominator of a time. Times with a value below 1 can't be computed with.
public typealias CMTimeScale = Int32

/// The number of a period of time whose length isn't known, such as one run through a loop.
public typealias CMTimeEpoch = Int64

/// The largest timescale: 2³¹ − 1 units a second.
public let kCMTimeMaxTimescale: CMTimeScale = .max

/// A point in time or a duration, as a fraction of a second: `value / timescale`.
///
/// Fractions are exact where floating-point seconds aren't: a frame of NTSC video lasts 1001/30000 seconds, and adding
/// it 30,000 times gives exactly 1001 seconds. Sums of different timescales have the least common multiple of both. If
/// a result can't be represented exactly, it is rounded, and `hasBeenRounded` is true for it and for all results
/// computed from it. A result that is too large is infinite. No operation traps.
///
/// **Not numbers.** Besides numbers there are invalid and indefinite times (a live stream's duration) and both
/// infinities. Times are ordered: −∞ < numbers < indefinite < +∞ < invalid. Operations on an invalid time give an
/// invalid one. A time whose timescale is below 1 counts as invalid in computations and comparisons.
///
/// **Epochs.** Times in different epochs are compared by their epochs first. They can't be added or subtracted: the
/// result is invalid. Epoch 0 is that of durations, which can be added to times in every epoch.
public struct CMTime: Sendable {
    /// The number of units.
    public var value: CMTimeValue
    /// The number of units in a second.
    public var timescale: CMTimeScale
    /// Whether the time is valid, rounded, infinite or indefinite.
    public var flags: CMTimeFlags
    /// The epoch; 0 for durations.
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() { (value, timescale, flags, epoch) = (0, 0, [], 0) }

    /// Creates a time from its parts, without checking them.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Creates the time `value / timescale` seconds in epoch 0; an invalid time if `timescale` is below 1.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self = timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: 0) : .invalid
    }
}
