import CoreImageEssentials
import Synchronization

/// Calls a function for every frame that a display shows, on a thread of its own.
///
/// Servers have no displays. The link stands for a display with 60 frames a second, or with any other period; see
/// ``init(refreshPeriod:clock:)``. The times of the calls don't drift. If a call takes longer than a frame, the frames
/// that begin meanwhile are left out. A link that is released stops. Thread-safe.
public final class CVDisplayLink: Sendable {
    /// What is called. A structure, because a mutex of a closure wraps it once more with every access.
    struct Output: Sendable {
        let call: @Sendable (CVDisplayLink, CVTimeStamp, CVTimeStamp) -> Void
    }

    /// The period of a link that isn't created with another one.
    static let standardPeriod = CMTime(value: 1, timescale: 60)

    let period: CMTime
    private let timer: Mutex<RefreshTimer?> = Mutex(nil)
    private let output = Mutex<Output?>(nil)

    /// Creates a link for a display with any refresh period, or for a simulated clock.
    ///
    /// - Parameters:
    ///   - refreshPeriod: The duration of a frame; a positive number.
    ///   - clock: The clock of the times.
    public init(refreshPeriod: CMTime, clock: CMClock = .hostTimeClock) {
        period = refreshPeriod
        let timer = RefreshTimer(period: refreshPeriod, clock: clock) { [weak self] in self?.call($0) }
        self.timer.withLock { $0 = timer }
    }

    /// Sets what is called, from the next frame on.
    func setOutput(_ new: Output) { output.withLock { $0 = new } }

    func start() -> CVReturn {
        guard output.withLock({ $0 != nil }) else { return kCVReturnDisplayLinkCallbacksNotSet }
        return refreshes.start() ? kCVReturnSuccess : kCVReturnDisplayLinkAlreadyRunning
    }

    func stop() -> CVReturn { refreshes.stop() ? kCVReturnSuccess : kCVReturnDisplayLinkNotRunning }

    var isRunning: Bool { refreshes.isRunning }

    /// The time stamp of the frame that is shown now; nil if the link doesn't run.
    var currentTime: CVTimeStamp? { refreshes.current.map { stamp(number: $0.number, hostTime: $0.time) } }

    private var refreshes: RefreshTimer { timer.withLock { $0! } }

    private func call(_ refresh: RefreshTimer.Refresh) {
        guard let output = output.withLock({ $0 }) else { return }
        output.call(
            self, stamp(number: refresh.number, hostTime: refresh.time),
            stamp(number: refresh.number + 1, hostTime: refresh.nextTime))
    }

    private func stamp(number: Int64, hostTime: Int64) -> CVTimeStamp {
        CVTimeStamp(
            videoTime: number.multipliedReportingOverflow(by: period.value).partialValue, scale: period.timescale,
            hostTime: UInt64(clamping: hostTime), period: period.value)
    }
}
