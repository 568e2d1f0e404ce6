/// The conditions under which a failed worker is restarted.
package struct RestartRules: Hashable, Sendable {
    /// The delay after the second offence in a row. The first offence causes none. Each further offence doubles the
    /// delay.
    package var firstRestartDelay = Duration.milliseconds(100)
    /// The longest delay.
    package var longestRestartDelay = Duration.seconds(30)
    /// The number of offences after which the worker isn't started any more.
    package var offencesToQuarantine = 5
    /// The time for which an offence counts.
    package var offenceLifetime = Duration.seconds(600)

    /// Creates the default rules.
    package init() {}

    /// Returns the delay after a number of offences.
    func restartDelay(after offences: Int) -> Duration {
        guard offences > 1 else { return .zero }
        // The exponent is limited to prevent an overflow.
        return min(firstRestartDelay * (1 << min(offences - 2, 20)), longestRestartDelay)
    }
}
