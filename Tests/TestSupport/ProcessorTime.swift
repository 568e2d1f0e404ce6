import Foundation

/// The time that processors have worked. Unlike wall-clock time, it doesn't grow while other programs keep the machine
/// busy.
package enum ProcessorTime {
    /// The processor time of this thread since it was started.
    package static var ofThisThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
