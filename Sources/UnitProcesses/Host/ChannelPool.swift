import Dispatch
import Synchronization

/// The idle channels to a worker.
final class ChannelPool: Sendable {
    private let free: Mutex<[HostChannel]>
    private let count = DispatchSemaphore(value: 0)

    init(_ channels: [HostChannel]) {
        free = Mutex(channels.reversed())
        for _ in channels { count.signal() }
    }

    /// Waits for an idle channel. Returns nil at the deadline. The caller must give the channel back in all cases.
    func take(until deadline: ContinuousClock.Instant) -> HostChannel? {
        let left = max(deadline - .now, .zero).components
        let nanoseconds = Int(clamping: left.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let wait: DispatchTime =
            nanoseconds.overflow
            ? .distantFuture : .now() + .nanoseconds(nanoseconds.partialValue + Int(left.attoseconds / 1_000_000_000))
        guard count.wait(timeout: wait) == .success else { return nil }
        return free.withLock { $0.removeLast() }
    }

    func release(_ channel: HostChannel) {
        free.withLock { $0.append(channel) }
        count.signal()
    }
}
