import CoreImageEssentials
import Synchronization

/// Calls a closure for every frame that a display shows.
///
/// Core Animation's link sends a message to an object on a run loop. Here it calls a closure on a dispatch queue, or on
/// a thread of its own, and is started with ``isPaused`` instead of being added to a run loop. Without a display, it
/// has 60 frames a second. If a call takes longer than a frame, the frames that begin meanwhile are left out. A link
/// that is released stops. Thread-safe.
public final class CADisplayLink: Sendable {
    private struct State: Sendable {
        var refresh: RefreshTimer.Refresh?
        var framesPerSecond = 0
        var isInvalid = false
        var isCalling = false
    }

    private let timer: Mutex<RefreshTimer?> = Mutex(nil)
    private let state = Mutex(State())
    private let queue: DispatchQueue?
    private let handler: @Sendable (CADisplayLink) -> Void

    /// Creates a link that is paused.
    ///
    /// - Parameters:
    ///   - refreshPeriod: The duration of a frame; a positive number.
    ///   - clock: The clock of the times.
    ///   - queue: The serial queue on which the closure is called, or nil for the link's own thread.
    ///   - handler: What is called for every frame.
    public init(
        refreshPeriod: CMTime = CMTime(value: 1, timescale: 60), clock: CMClock = .hostTimeClock,
        queue: DispatchQueue? = nil, handler: @escaping @Sendable (CADisplayLink) -> Void
    ) {
        (self.queue, self.handler) = (queue, handler)
        let timer = RefreshTimer(period: refreshPeriod, clock: clock) { [weak self] in self?.call($0) }
        self.timer.withLock { $0 = timer }
    }

    /// Whether the closure isn't called. True at first.
    public var isPaused: Bool {
        get { !refreshes.isRunning }
        set {
            if newValue { _ = refreshes.stop() } else if !state.withLock({ $0.isInvalid }) { _ = refreshes.start() }
        }
    }

    /// Stops the link for good.
    public func invalidate() {
        state.withLock { $0.isInvalid = true }
        _ = refreshes.stop()
    }

    /// The host's time of the last frame for which the closure was called, in seconds; 0 before.
    public var timestamp: CFTimeInterval { state.withLock { $0.refresh.map { Double($0.time) / 1e9 } ?? 0 } }

    /// The host's time of the next frame, in seconds; 0 before the first call.
    public var targetTimestamp: CFTimeInterval {
        let state = state.withLock { $0 }
        guard let refresh = state.refresh else { return 0 }
        return Double(refresh.time) / 1e9 + Double(stride(state)) * duration
    }

    /// The time of a frame of the display in seconds.
    public var duration: CFTimeInterval { refreshes.period.seconds }

    /// How often the closure is called in a second, 0 for every frame. Other rates are rounded to one that the
    /// display's rate is a multiple of.
    public var preferredFramesPerSecond: Int {
        get { state.withLock { $0.framesPerSecond } }
        set { state.withLock { $0.framesPerSecond = max(0, newValue) } }
    }

    private var refreshes: RefreshTimer { timer.withLock { $0! } }

    /// The number of frames between two calls.
    private func stride(_ state: State) -> Int64 {
        guard state.framesPerSecond > 0 else { return 1 }
        return max(1, Int64((1 / (duration * Double(state.framesPerSecond))).rounded()))
    }

    private func call(_ refresh: RefreshTimer.Refresh) {
        let isDue = state.withLock { state in
            // A call that waits in the queue or is running takes the place of this one.
            guard !state.isCalling, refresh.number % stride(state) == 0 else { return false }
            (state.refresh, state.isCalling) = (refresh, true)
            return true
        }
        guard isDue else { return }
        guard let queue else { return makeCall() }
        queue.async { [weak self] in self?.makeCall() }
    }

    private func makeCall() {
        if !isPaused { handler(self) }
        state.withLock { $0.isCalling = false }
    }
}
