/// The verdict of one check on a unit or on one of its filters.
package struct CheckResult: Sendable, Hashable, Codable {
    /// The check's name.
    package var check: String
    /// The check's level, 1 to 10.
    package var level: Int
    /// The filter; nil for a check of the unit as a whole.
    package var filter: String?
    /// The verdict.
    package var verdict: Verdict
    /// The duration of the check, in seconds.
    package var seconds: Double

    /// Creates a result.
    package init(check: String, level: Int, filter: String?, verdict: Verdict, seconds: Double) {
        (self.check, self.level, self.filter) = (check, level, filter)
        (self.verdict, self.seconds) = (verdict, seconds)
    }
}
