/// The thoroughness of a validation, and its limits.
public struct ValidationOptions: Sendable, Hashable, Codable {
    /// The available levels.
    public static let levels = 1...10

    /// The highest level of the checks to run, 1 to 10.
    public var level = 5
    /// The seed of random settings. The same seed gives the same settings.
    public var seed: UInt64 = 1
    /// The time for fuzzing each filter at level 10, in seconds. 0 runs only the first trial of the seed.
    public var fuzzingSeconds = 10.0
    /// The time after which one check of one filter counts as hung, in seconds. The time for fuzzing is added to it.
    public var deadlineSeconds = 120.0
    /// The maximum rendering time of a megapixel at default settings, in milliseconds; nil for no limit.
    public var millisecondsPerMegapixel: Double?
    /// The maximum memory that rendering a megapixel may add to the process, including the result, in mebibytes; nil
    /// for no limit.
    public var mebibytesPerMegapixel: Double?
    /// The names of the checks to run; nil for all checks of the level.
    public var onlyChecks: [String]?
    /// The command line that validates this unit, used in findings that can be replayed.
    public var command = "coreimage units validate UNIT"

    /// Creates the default options.
    public init() {}
}
