/// When a worker that failed is started again.
public struct RestartRules: Hashable, Sendable {
    /// The pause after the second offence in a row; the first costs none. It doubles with each.
    public var firstRest = Duration.milliseconds(100)
    /// The longest pause.
    public var longestRest = Duration.seconds(30)
    /// Offences after which the worker isn't started any more.
    public var offencesToQuarantine = 5
    /// How long an offence counts.
    public var memory = Duration.seconds(600)

    /// The defaults.
    public init() {}

    /// The pause after a number of offences.
    func rest(after offences: Int) -> Duration {
        guard offences > 1 else { return .zero }
        // Doubling stops long before it overflows.
        return min(firstRest * (1 << min(offences - 2, 20)), longestRest)
    }
}
