import UntrustedInput

/// The options and services that a check can use.
package struct CheckContext: Sendable {
    /// The limits and the seed of the validation.
    package var options: ValidationOptions
    /// Called with a description of the next action, which is reported if the process crashes in it.
    package var note: @Sendable (String) -> Void

    /// Creates a context.
    package init(options: ValidationOptions, note: @escaping @Sendable (String) -> Void = { _ in }) {
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
