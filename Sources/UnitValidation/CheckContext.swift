import UntrustedInput

/// The options and services that a check can use.
public struct CheckContext: Sendable {
    /// The limits and the seed of the validation.
    public var options: ValidationOptions
    /// Called with a description of the next action, which is reported if the process crashes in it.
    public var note: @Sendable (String) -> Void

    /// Creates a context.
    public init(options: ValidationOptions, note: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.options, self.note) = (options, note)
    }

    /// Returns random numbers that depend only on the seed, the filter and the check.
    func randomNumbers(for filter: String, _ check: String) -> SeededRandom {
        SeededRandom(seed: options.seed, context: "\(filter)/\(check)")
    }

    /// Returns the command that repeats one check of a filter with a seed.
    func replay(filter: String, check: String, seed: UInt64) -> String {
        "\(options.command) --level 10 --filter \(printable(filter)) --check \(check) --seed \(seed) --seconds 0"
    }
}
