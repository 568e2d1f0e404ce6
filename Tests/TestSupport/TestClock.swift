import Synchronization

/// A clock that the test advances.
package final class TestClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    /// Creates a clock that shows the present time and stands still.
    package init() {}

    /// The time that the clock shows.
    package var now: ContinuousClock.Instant { time.withLock { $0 } }

    /// Advances the clock.
    package func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
