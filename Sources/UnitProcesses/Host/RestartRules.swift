/// The conditions under which a failed worker is restarted.
public struct RestartRules: Hashable, Sendable {
    /// The pause after the second offence in a row. The first offence causes none. Each further offence doubles the
    /// pause.
    public var firstRest = Duration.milliseconds(100)
    /// The longest pause.
    public var longestRest = Duration.seconds(30)
    /// The number of offences after which the worker isn't started any more.
    public var offencesToQuarantine = 5
    /// The time for which an offence counts.
    public var memory = Duration.seconds(600)

    /// Creates the default rules.
    public init() {}

    /// Returns the pause after a number of offences.
    func rest(after offences: Int) -> Duration {
        guard offences > 1 else { return .zero }
        // The exponent is limited to prevent an overflow.
        return min(firstRest * (1 << min(offences - 2, 20)), longestRest)
    }
}
