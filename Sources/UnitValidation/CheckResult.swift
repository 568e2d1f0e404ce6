/// The verdict of one check on a unit or on one of its filters.
public struct CheckResult: Sendable, Hashable, Codable {
    /// The check's name.
    public var check: String
    /// The check's level, 1 to 10.
    public var level: Int
    /// The filter; nil for a check of the unit as a whole.
    public var filter: String?
    /// The verdict.
    public var verdict: Verdict
    /// The duration of the check, in seconds.
    public var seconds: Double

    /// Creates a result.
    public init(check: String, level: Int, filter: String?, verdict: Verdict, seconds: Double) {
        (self.check, self.level, self.filter) = (check, level, filter)
        (self.verdict, self.seconds) = (verdict, seconds)
    }
}
