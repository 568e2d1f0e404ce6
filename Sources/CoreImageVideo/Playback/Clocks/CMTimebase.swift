import CoreImageEssentials
import Synchronization

/// The time of something that is played: it starts, stops and jumps, and passes faster or slower than the time of its
/// clock. Thread-safe.
public final class CMTimebase: Sendable {
    /// The timebase shows `time` when the clock shows `clockTime`.
    fileprivate struct State: Sendable {
        var time = CMTime.zero
        var clockTime: Int64
        var rate: Double = 0
    }

    /// The clock whose time passes meanwhile.
    public let sourceClock: CMClock
    private let state: Mutex<State>

    /// Creates a timebase that shows 0 and stands still.
    public init(sourceClock: CMClock) {
        self.sourceClock = sourceClock
        state = Mutex(State(clockTime: sourceClock.source.now))
    }

    /// The time that the timebase shows. While it passes, it is in nanoseconds, rounded up.
    public var time: CMTime { time(atClock: sourceClock.source.now) }

    /// The seconds that pass in a second of the clock; 0 while the time stands still.
    public var rate: Double { state.withLock { $0.rate } }

    /// Makes the time jump. The rate stays.
    public func setTime(_ time: CMTime) {
        let now = sourceClock.source.now
        state.withLock { ($0.time, $0.clockTime) = (time, now) }
    }

    /// Sets the rate from now on. The time doesn't jump.
    ///
    /// - Parameter rate: A finite number.
    public func setRate(_ rate: Double) {
        let now = sourceClock.source.now
        state.withLock { state in
            (state.time, state.clockTime, state.rate) = (state.time(at: now), now, rate)
        }
    }

    /// Sets the rate and the time at a time of the clock, which may be in the past or in the future.
    public func setRate(_ rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime) {
        let clockTime = immediateSourceTime.nanosecondsRoundedUp ?? sourceClock.source.now
        state.withLock { $0 = State(time: anchorTime, clockTime: clockTime, rate: rate) }
    }

    /// Returns the time at a time of the clock, in nanoseconds.
    package func time(atClock clockTime: Int64) -> CMTime { state.withLock { $0.time(at: clockTime) } }

    /// Returns the first time of the clock, in nanoseconds, at which the timebase shows at least a time. Nil if the
    /// time doesn't pass forwards, or isn't a number.
    package func clockTime(of time: CMTime) -> Int64? { state.withLock { $0.clockTime(of: time) } }
}

extension CMTimebase.State {
    func time(at clockTime: Int64) -> CMTime {
        guard rate != 0, clockTime != self.clockTime, time.isNumeric, time.timescale > 0 else { return time }
        // Rounding up guarantees that a time is reached when `clockTime(of:)` says so.
        let passed = Double(Int128(clockTime) - Int128(self.clockTime)) * rate
        guard let whole = Int64(exactly: passed.rounded(.up)) else { return time }
        let (scale, nanoseconds) = (Int128(time.timescale), Int128(1_000_000_000))
        let sum = (Int128(time.value) * nanoseconds + Int128(whole) * scale).dividedRoundingUp(by: scale)
        return Int64(exactly: sum).map { CMTime(nanoseconds: $0) } ?? time
    }

    func clockTime(of target: CMTime) -> Int64? {
        guard rate > 0, target.isNumeric, time.isNumeric, target.timescale > 0, time.timescale > 0 else { return nil }
        let (scaleA, scaleB) = (Int128(target.timescale), Int128(time.timescale))
        let numerator = (Int128(target.value) * scaleB - Int128(time.value) * scaleA)
        if rate == 1, numerator.magnitude < UInt128(1) << 96 {
            let distance = (numerator * 1_000_000_000).dividedRoundingUp(by: scaleA * scaleB)
            return Int64(exactly: Int128(clockTime) + distance)
        }
        let seconds = Double(numerator) / Double(scaleA * scaleB) / rate
        return Int64(exactly: (seconds * 1e9).rounded(.up)).flatMap { Int64(exactly: Int128(clockTime) + Int128($0)) }
    }
}
