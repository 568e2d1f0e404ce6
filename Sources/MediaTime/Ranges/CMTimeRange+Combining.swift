extension CMTimeRange {
    /// Whether a time is in the range: not before its start, and before its end.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }

    /// Whether another range lies in this one. An empty range lies in this one if its start does.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        guard isValid, range.isValid else { return false }
        if range.isEmpty { return containsTime(range.start) }
        return range.start >= start && range.end <= end
    }

    /// Returns the smallest range that contains both ranges, and the times between them; an invalid range if one of
    /// them is invalid.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
    }

    /// Returns the times that both ranges have in common: `CMTimeRange.zero` if there are none, and an invalid range if
    /// one of them is invalid.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let (first, last) = (max(start, otherRange.start), min(end, otherRange.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }
}
