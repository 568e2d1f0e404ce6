import Foundation
import Testing

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

/// Expects a test's body to take less processor time than a limit.
///
/// A limit of wall-clock time would fail where other tests keep all threads busy.
package func expectProcessorTime(
    below limit: Duration, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
    let start = ProcessorTime.ofThisThread
    try body()
    let used = ProcessorTime.ofThisThread - start
    #expect(used < limit, sourceLocation: sourceLocation)
}
