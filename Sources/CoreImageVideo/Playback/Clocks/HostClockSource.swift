import Glibc

/// The system's monotonic clock: it doesn't follow changes of the date, and stands still while the system sleeps.
struct HostClockSource: ClockSource {
    var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any ClockTimer { HostTimer(handler) }
}
