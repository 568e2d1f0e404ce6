/// The times from `start` up to, but not including, `start + duration`.
///
/// A range is valid if its start and duration are valid and its duration is neither negative nor in an epoch other than
/// 0. Functions of invalid ranges return invalid ranges and times, or false.
public struct CMTimeRange: Sendable {
    /// The first time of the range.
    public var start: CMTime
    /// The length of the range.
    public var duration: CMTime

    /// Creates an invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }

    /// Creates a range from its start and its length.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

    /// Creates the range from a time up to another; an invalid range if `end` is before `start`.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// A range of length 0 at 0 seconds.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// A range that isn't valid.
    public static let invalid = CMTimeRange()

    /// Whether the range is valid; see `CMTimeRange`.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0 && !duration.isNegativeInfinity
    }
    /// Whether the start or the length of a valid range isn't known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether a valid range has the length 0.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first time after the range.
    public var end: CMTime { isValid ? start + duration : .invalid }
}

extension CMTimeRange: Hashable {
    /// Whether both ranges have the same start and duration. All invalid ranges are equal.
    public static func == (a: CMTimeRange, b: CMTimeRange) -> Bool {
        guard a.isValid, b.isValid else { return a.isValid == b.isValid }
        return a.start == b.start && a.duration == b.duration
    }

    /// Hashes the start and the duration.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isValid)
        guard isValid else { return }
        hasher.combine(start)
        hasher.combine(duration)
    }
}

extension CMTimeRange: Codable {}

extension CMTimeRange: CustomStringConvertible {
    /// The start and the duration.
    public var description: String { isValid ? "{start \(start), duration \(duration)}" : "invalid" }
}

/// A range of length 0; the C name of `CMTimeRange.zero`.
public let kCMTimeRangeZero = CMTimeRange.zero
/// A range that isn't valid; the C name of `CMTimeRange.invalid`.
public let kCMTimeRangeInvalid = CMTimeRange.invalid
