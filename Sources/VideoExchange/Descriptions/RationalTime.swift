/// A time as a whole number of parts of a second.
///
/// Times with different scales compare by their values in seconds, exactly.
package struct RationalTime: Sendable, Codable, CustomStringConvertible {
    /// The number of parts.
    package let value: Int64
    /// The number of parts in a second, at least 1.
    package let timescale: Int32

    /// Creates a time.
    ///
    /// - Parameter timescale: The number of parts in a second; at least 1.
    package init(value: Int64, timescale: Int32) {
        precondition(timescale > 0, "A timescale is positive.")
        (self.value, self.timescale) = (value, timescale)
    }

    /// Reads a time, and refuses a timescale that isn't positive.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decode(Int64.self, forKey: .value)
        timescale = try values.decode(Int32.self, forKey: .timescale)
        guard timescale > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .timescale, in: values, debugDescription: "A timescale is positive.")
        }
    }

    /// Creates the time of a stamp that counts units of a time base.
    ///
    /// - Returns: Nil if the time base isn't positive or the time exceeds 64 bits.
    package init?(stamp: Int64, in base: Ratio) {
        guard base.isPositive else { return nil }
        let (value, overflows) = stamp.multipliedReportingOverflow(by: Int64(base.numerator))
        guard !overflows else { return nil }
        (self.value, timescale) = (value, base.denominator)
    }

    /// The start of time.
    package static let zero = RationalTime(value: 0, timescale: 1)

    /// The time in seconds, rounded.
    package var seconds: Double { Double(value) / Double(timescale) }

    /// Returns the last stamp in units of a time base that isn't later than this time. Values beyond 64 bits are
    /// clamped. The time base must be positive.
    package func stamp(in base: Ratio) -> Int64 {
        let divisor = Int128(timescale) * Int128(base.numerator)
        let (quotient, remainder) = (Int128(value) * Int128(base.denominator)).quotientAndRemainder(dividingBy: divisor)
        return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
    }

    /// The time in seconds as text, such as `3.2 s`.
    package var description: String {
        let thousandths = (seconds * 1000).rounded()
        guard abs(thousandths) < 1e15 else { return "\(seconds) s" }
        return "\(thousandths / 1000) s"
    }
}

extension RationalTime: Hashable, Comparable {
    /// Whether two times are the same number of seconds.
    package static func == (one: RationalTime, other: RationalTime) -> Bool {
        Int128(one.value) * Int128(other.timescale) == Int128(other.value) * Int128(one.timescale)
    }

    /// Whether a time is before another one.
    package static func < (one: RationalTime, other: RationalTime) -> Bool {
        Int128(one.value) * Int128(other.timescale) < Int128(other.value) * Int128(one.timescale)
    }

    /// Hashes the time as a reduced fraction, as equal times may have different scales.
    package func hash(into hasher: inout Hasher) {
        var (large, small) = (value.magnitude, UInt64(timescale))
        while small != 0 { (large, small) = (small, large % small) }
        hasher.combine(value / Int64(large))
        hasher.combine(Int64(timescale) / Int64(large))
    }
}
