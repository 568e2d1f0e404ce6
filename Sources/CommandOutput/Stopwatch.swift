/// Measures the time that a command works, as its JSON states it. The time passes whether or not the processor is busy.
package struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    /// Starts the stopwatch.
    package init() {}

    /// The time since the start, in seconds.
    package var seconds: Double { (ContinuousClock.now - start) / Duration.seconds(1) }
}
