/// The thoroughness of a validation, and its limits.
package struct ValidationOptions: Sendable, Hashable, Codable {
    /// The available levels.
    package static let levels = 1...10

    /// The highest level of the checks to run, 1 to 10.
    package var level = 5
    /// The seed of random settings. The same seed gives the same settings.
    package var seed: UInt64 = 1
    /// The time for fuzzing each filter at level 10, in seconds. 0 runs only the first trial of the seed.
    package var fuzzingSeconds = 10.0
    /// The time after which one check of one filter counts as hung, in seconds. The time for fuzzing is added to it.
    package var deadlineSeconds = 120.0
    /// The maximum rendering time of a megapixel at default settings, in milliseconds; nil for no limit.
    package var millisecondsPerMegapixel: Double?
    /// The maximum memory that rendering a megapixel may add to the process, including the result, in mebibytes; nil
    /// for no limit.
    package var mebibytesPerMegapixel: Double?
    /// The names of the checks to run; nil for all checks of the level.
    package var onlyChecks: [String]?
    /// The command line that validates this unit, used in findings that can be replayed.
    package var command = "coreimage units validate UNIT"

    /// Creates the default options.
    package init() {}
}
