// The C functions of Core Media, as Swift imports them. The methods of `CMTimeRange` do the same.

/// Returns the range with a start and a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Returns the range from a time up to another; an invalid range if `end` is before `start`.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// Returns the smallest range that contains both ranges; see `CMTimeRange.union(_:)`.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}

/// Returns the times that both ranges have in common; see `CMTimeRange.intersection(_:)`.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}

/// Whether two ranges are the same.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Whether a time is in a range; see `CMTimeRange.containsTime(_:)`.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Whether a range lies in another; see `CMTimeRange.containsTimeRange(_:)`.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// Returns the first time after a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Returns the time of a range that is nearest to a time: the time itself, the range's start or its end. An empty range
/// gives an invalid time.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
    return min(max(time, range.start), range.end)
}

/// Returns the time with which a linear mapping of a range to another replaces `t`:
/// `(t − fromRange.start) · toRange.duration / fromRange.duration + toRange.start`.
///
/// Ranges of infinite length are mapped without scaling. The result is invalid if a range is empty, or if `t` is in
/// another epoch than `fromRange.start`.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty, t.epoch == fromRange.start.epoch
    else { return .invalid }
    return fromRange.scaled(t - fromRange.start, to: toRange) + toRange.start
}

/// Returns the duration with which a linear mapping of a range to another replaces `dur`:
/// `dur · toRange.duration / fromRange.duration`.
///
/// Ranges of infinite length are mapped without scaling. The result is invalid if a range is empty, or if `dur` isn't
/// in epoch 0.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty, dur.epoch == 0 else {
        return .invalid
    }
    return fromRange.scaled(dur, to: toRange)
}

/// Returns the time of a range that is whole lengths of the range before or after `time`, as in a loop.
///
/// A range of infinite length returns times after its start unchanged. The result is invalid if the range is empty or
/// invalid, or if `time` or the range isn't made of numbers.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard foldRange.isValid, !foldRange.isEmpty, time.isNumeric, foldRange.start.isNumeric else { return .invalid }
    let offset = time - foldRange.start
    if foldRange.duration.isPositiveInfinity { return offset >= .zero ? time : .invalid }
    let length = foldRange.duration
    guard offset.kind == .number, length.kind == .number else { return .invalid }
    let scaledOffset = Int128(offset.value) * Int128(length.timescale)
    let scaledLength = Int128(length.value) * Int128(offset.timescale)
    // The number of lengths to go back, rounded towards the past.
    let lengths = scaledOffset.divided(by: scaledLength, rounding: .roundTowardNegativeInfinity).quotient
    let rest = ExactTime(
        numerator: scaledOffset - lengths * scaledLength,
        denominator: Int128(offset.timescale) * Int128(length.timescale),
        isRounded: offset.hasBeenRounded || length.hasBeenRounded)
    let common = UInt32(offset.timescale).greatestCommonDivisor(with: UInt32(length.timescale))
    let multiple = Int128(offset.timescale) / Int128(common) * Int128(length.timescale)
    return rest.time(preferredTimescale: CMTimeScale(clamping: multiple)) + foldRange.start
}

/// Whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

/// Whether a range isn't valid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

/// Whether the start or the length of a valid range isn't known.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }

/// Whether a valid range has the length 0.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
