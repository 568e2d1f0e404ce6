extension CMTime: Comparable, Hashable {
    /// Returns −1, 0 or 1 if the time is less than, equal to or greater than another.
    ///
    /// Numbers are compared exactly, by their epochs first: 1/2 and 2/4 are equal. Whether a time was rounded makes no
    /// difference. All invalid times are equal.
    func order(_ other: CMTime) -> Int32 {
        let (kind, otherKind) = (kind, other.kind)
        if kind != otherKind { return kind.rawValue < otherKind.rawValue ? -1 : 1 }
        guard kind == .number else { return 0 }
        if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
        // Neither product exceeds 2⁹⁴.
        let left = Int128(value) * Int128(other.timescale)
        let right = Int128(other.value) * Int128(timescale)
        return left < right ? -1 : left > right ? 1 : 0
    }

    /// Whether a time is before another; see `CMTime` for the order of times that aren't numbers.
    public static func < (a: CMTime, b: CMTime) -> Bool { a.order(b) < 0 }

    /// Whether two times are the same, in whatever timescale.
    public static func == (a: CMTime, b: CMTime) -> Bool { a.order(b) == 0 }

    /// Hashes the reduced fraction and the epoch, so that equal times have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind.rawValue)
        guard kind == .number else { return }
        let divisor = value.magnitude.greatestCommonDivisor(with: UInt64(timescale))
        // The quotient by a divisor of at least 1 has the same magnitude at most, which fits with its sign.
        hasher.combine(value < 0)
        hasher.combine(value.magnitude / divisor)
        hasher.combine(UInt64(timescale) / divisor)
        hasher.combine(epoch)
    }
}
