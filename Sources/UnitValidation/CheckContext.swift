import KernelLanguage

/// What a check is given beside its subject.
public struct CheckContext: Sendable {
    /// Limits and seed.
    public var options: ValidationOptions
    /// Takes note of what is about to be done, so that a crash can be told by it.
    public var note: @Sendable (String) -> Void

    /// A context.
    public init(options: ValidationOptions, note: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.options, self.note) = (options, note)
    }

    /// Random numbers that depend on the seed, the filter and the check, and on nothing else.
    func randomNumbers(for filter: String, _ check: String) -> SeededRandom {
        SeededRandom(seed: options.seed, context: "\(filter)/\(check)")
    }

    /// The command that makes one check of a filter with a seed again.
    func replay(filter: String, check: String, seed: UInt64) -> String {
        "\(options.command) --level 10 --filter \(printable(filter)) --check \(check) --seed \(seed) --seconds 0"
    }
}
