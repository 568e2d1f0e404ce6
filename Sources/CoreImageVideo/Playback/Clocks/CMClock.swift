import CoreImageEssentials

/// A clock by which frames are shown.
///
/// The clock of the host counts nanoseconds; it is the clock of display links, players and the time stamps of cameras.
/// Tests use the clock of a ``SimulatedClock``. Thread-safe.
public final class CMClock: Sendable {
    let source: any ClockSource

    package init(source: any ClockSource) { self.source = source }

    /// The clock of this system. It isn't changed when the date is set.
    public static let hostTimeClock = CMClock(source: HostClockSource())

    /// The time that the clock shows, in nanoseconds.
    public var time: CMTime { CMTime(nanoseconds: source.now) }
}

extension CMClock: Hashable {
    /// Whether both are the same clock.
    public static func == (a: CMClock, b: CMClock) -> Bool { a === b }

    /// Hashes the clock's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMTime {
    /// Creates a time with a timescale of 1,000,000,000.
    init(nanoseconds: Int64) { self.init(value: nanoseconds, timescale: 1_000_000_000) }

    /// The time in nanoseconds, rounded up; nil if it isn't a number or exceeds 64 bits.
    var nanosecondsRoundedUp: Int64? {
        guard isNumeric, timescale > 0 else { return nil }
        return Int64(exactly: (Int128(value) * 1_000_000_000).dividedRoundingUp(by: Int128(timescale)))
    }
}

extension Int128 {
    /// Returns the quotient, rounded up. `divisor` must be positive.
    func dividedRoundingUp(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
