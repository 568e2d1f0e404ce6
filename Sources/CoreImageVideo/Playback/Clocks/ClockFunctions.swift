import CoreImageEssentials

// The functions of Core Media, Core Video and Core Animation that read clocks.

/// Returns the clock of this system; see ``CMClock/hostTimeClock``.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Returns the time that a clock shows.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Returns a time of the host's clock in its units, of which there are `CVGetHostClockFrequency()` in a second. Rounded
/// up; 0 for a time that is negative or not a number.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    hostTime.nanosecondsRoundedUp.flatMap { UInt64(exactly: $0) } ?? 0
}

/// Returns the time of a number of units of the host's clock; ∞ beyond 2⁶³ − 1.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    Int64(exactly: hostTime).map { CMTime(nanoseconds: $0) } ?? .positiveInfinity
}

/// Returns the time of the host's clock in its units, which are nanoseconds.
public func CVGetCurrentHostTime() -> UInt64 { UInt64(clamping: CMClock.hostTimeClock.source.now) }

/// Returns the number of units of the host's clock in a second: 10⁹.
public func CVGetHostClockFrequency() -> Double { 1e9 }

/// Returns the smallest number of units between two times of the host's clock: 1.
public func CVGetHostClockMinimumTimeDelta() -> UInt32 { 1 }

/// A time in seconds.
public typealias CFTimeInterval = Double

/// Returns the time of the host's clock in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { Double(CMClock.hostTimeClock.source.now) / 1e9 }
