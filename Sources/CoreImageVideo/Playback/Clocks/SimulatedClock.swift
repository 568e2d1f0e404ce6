import CoreImageEssentials
import Synchronization

/// A clock whose time passes only when the program says so, for exact tests of code that depends on time.
///
/// Give ``clock`` to a player or a display link. ``advance(by:)`` makes all calls that are due meanwhile, one after the
/// other in the order of their times, on the thread of the caller, and the clock shows the exact time of each.
///
/// ```swift
/// let simulated = SimulatedClock()
/// let link = CVDisplayLink(refreshPeriod: CMTime(value: 1, timescale: 60), clock: simulated.clock)
/// CVDisplayLinkSetOutputHandler(link) { _, _, _, _, _ in drawFrame() }
/// CVDisplayLinkStart(link)
/// simulated.advance(by: CMTime(value: 1, timescale: 1))               // 60 calls of drawFrame
/// ```
///
/// A call that takes time is simulated by advancing the clock in it: the time passes, and calls that become due
/// meanwhile are made when it returns, as far as they are due before the time to which the clock is advanced. One
/// thread at a time may advance the clock; reading it is thread-safe.
public final class SimulatedClock: Sendable {
    /// The clock.
    public let clock: CMClock
    private let source: SimulatedClockSource

    /// Creates a clock.
    ///
    /// - Parameter time: The time that it shows; a number from 0 on.
    public init(time: CMTime = .zero) {
        source = SimulatedClockSource(now: time.nanosecondsRoundedUp ?? 0)
        clock = CMClock(source: source)
    }

    /// Lets time pass.
    ///
    /// - Parameter duration: The duration, rounded up to nanoseconds. Anything but a positive number has no effect.
    public func advance(by duration: CMTime) {
        guard let nanoseconds = duration.nanosecondsRoundedUp, nanoseconds > 0 else { return }
        source.advance(by: nanoseconds)
    }
}

/// The time and the timers of a simulated clock.
final class SimulatedClockSource: ClockSource {
    private struct State: Sendable {
        var now: Int64
        var due: [ObjectIdentifier: (time: Int64, order: Int, timer: SimulatedTimer)] = [:]
        var order = 0
        var isAdvancing = false
    }

    private let state: Mutex<State>

    init(now: Int64) { state = Mutex(State(now: now)) }

    var now: Int64 { state.withLock { $0.now } }

    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any ClockTimer { SimulatedTimer(self, handler) }

    func schedule(_ timer: SimulatedTimer, at time: Int64?) {
        state.withLock { state in
            state.order += 1
            state.due[ObjectIdentifier(timer)] = time.map { ($0, state.order, timer) }
        }
    }

    func advance(by duration: Int64) {
        let target: Int64? = state.withLock { state in
            guard !state.isAdvancing else {
                // A handler works for this time.
                state.now += duration
                return nil
            }
            state.isAdvancing = true
            return state.now + duration
        }
        guard let target else { return }
        while let timer = nextTimer(until: target) { timer.handler() }
        state.withLock { state in
            state.now = max(state.now, target)
            state.isAdvancing = false
        }
    }

    /// Returns the timer that is due first, and sets the clock to its time, unless it is overdue.
    private func nextTimer(until target: Int64) -> SimulatedTimer? {
        state.withLock { state in
            let first = state.due.values.min { ($0.time, $0.order) < ($1.time, $1.order) }
            guard let first, first.time <= target else { return nil }
            state.now = max(state.now, first.time)
            state.due[ObjectIdentifier(first.timer)] = nil
            return first.timer
        }
    }
}

/// A timer of a simulated clock.
final class SimulatedTimer: ClockTimer {
    private let source: SimulatedClockSource
    fileprivate let handler: @Sendable () -> Void

    init(_ source: SimulatedClockSource, _ handler: @escaping @Sendable () -> Void) {
        (self.source, self.handler) = (source, handler)
    }

    func schedule(at time: Int64) { source.schedule(self, at: time) }
    func cancel() { source.schedule(self, at: nil) }
    func invalidate() { source.schedule(self, at: nil) }
}
