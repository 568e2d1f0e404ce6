import CoreImageEssentials
import Synchronization

/// Calls a handler at every refresh of a display that isn't there: at multiples of a period after the start.
///
/// The times are computed from the number of the refresh, so that they don't drift. Refreshes that pass while the
/// handler works are left out, so that calls don't pile up. Thread-safe.
final class RefreshTimer: Sendable {
    /// The times of a refresh.
    struct Refresh: Sendable {
        /// The number of the refresh since the start, from 1 on.
        let number: Int64
        /// The time of the clock, in nanoseconds.
        let time: Int64
        /// The time of the next refresh, in nanoseconds.
        let nextTime: Int64
    }

    private struct State: Sendable {
        /// The time of the clock at the start; nil if the timer doesn't run.
        var start: Int64?
        var number: Int64 = 0
    }

    let period: CMTime
    let clock: CMClock
    private let timer: Mutex<(any ClockTimer)?> = Mutex(nil)
    private let state = Mutex(State())
    private let handler: @Sendable (Refresh) -> Void

    /// - Parameter period: A positive number of seconds.
    init(period: CMTime, clock: CMClock, handler: @escaping @Sendable (Refresh) -> Void) {
        precondition(
            period.isNumeric && period.value > 0 && period.timescale > 0, "The period of refreshes is positive.")
        (self.period, self.clock, self.handler) = (period, clock, handler)
        timer.withLock { $0 = clock.source.makeTimer { [weak self] in self?.call() } }
    }

    deinit { timer.withLock { $0 }?.invalidate() }

    var isRunning: Bool { state.withLock { $0.start != nil } }

    /// Starts to call the handler. Returns false if it is called already.
    func start() -> Bool {
        let now = clock.source.now
        let didStart = state.withLock { state in
            guard state.start == nil else { return false }
            state = State(start: now, number: 1)
            return true
        }
        if didStart { timer.withLock { $0 }?.schedule(at: now + offset(of: 1)) }
        return didStart
    }

    /// Stops to call the handler. No call is running when the function returns, unless it was made by one. Returns
    /// false if the handler wasn't called.
    func stop() -> Bool {
        let didStop = state.withLock { state in
            defer { state.start = nil }
            return state.start != nil
        }
        if didStop { timer.withLock { $0 }?.cancel() }
        return didStop
    }

    /// The last refresh at or before the present time; nil if the timer doesn't run.
    var current: Refresh? {
        let now = clock.source.now
        return state.withLock { state in
            state.start.map { refresh(Self.number(at: now - $0, period), after: $0) }
        }
    }

    private func call() {
        let refresh: Refresh? = state.withLock { state in
            state.start.map { self.refresh(state.number, after: $0) }
        }
        guard let refresh else { return }
        handler(refresh)
        let now = clock.source.now
        let next: Int64? = state.withLock { state in
            // The handler may have stopped the timer, or stopped and started it.
            guard let start = state.start, start + offset(of: state.number) == refresh.time else { return nil }
            // A refresh at this very moment isn't left out.
            state.number = max(state.number, Self.number(at: now - start - 1, period)) + 1
            return start + offset(of: state.number)
        }
        if let next { timer.withLock { $0 }?.schedule(at: next) }
    }

    private func refresh(_ number: Int64, after start: Int64) -> Refresh {
        Refresh(number: number, time: start + offset(of: number), nextTime: start + offset(of: number + 1))
    }

    /// The nanoseconds from the start to a refresh.
    private func offset(of number: Int64) -> Int64 {
        let exact = Int128(number) * Int128(period.value) * 1_000_000_000
        return Int64(clamping: exact.dividedRoundingUp(by: Int128(period.timescale)))
    }

    /// The number of the last refresh up to some nanoseconds after the start.
    private static func number(at nanoseconds: Int64, _ period: CMTime) -> Int64 {
        Int64(clamping: Int128(max(0, nanoseconds)) * Int128(period.timescale) / (Int128(period.value) * 1_000_000_000))
    }
}
