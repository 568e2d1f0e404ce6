/// How thoroughly a unit is validated, and within which limits.
public struct ValidationOptions: Sendable, Hashable, Codable {
    /// The levels there are.
    public static let levels = 1...10

    /// The highest level of the checks that are made, 1 to 10.
    public var level = 5
    /// Where random settings come from: the same seed gives the same ones.
    public var seed: UInt64 = 1
    /// How long each filter is fuzzed at level 10; 0 is one trial, the first of the seed.
    public var fuzzingSeconds = 10.0
    /// How long one check of one filter may take before it counts as hung, on top of the seconds of fuzzing.
    public var deadlineSeconds = 120.0
    /// Most milliseconds that a megapixel may take at default settings; nil for no limit.
    public var millisecondsPerMegapixel: Double?
    /// Most mebibytes that rendering may add to the process for a megapixel, the result included; nil for no limit.
    public var mebibytesPerMegapixel: Double?
    /// The only checks that are made; nil for all of the level.
    public var onlyChecks: [String]?
    /// How a person starts a validation of the same unit, for findings that can be replayed.
    public var command = "coreimage units validate UNIT"

    /// The defaults.
    public init() {}
}
