/// The number of offences that puts a unit into quarantine, and the period in which they count.
public struct OffenceRules: Sendable, Hashable {
    /// The number of offences that is too many.
    public var limit: Int
    /// How long an offence counts, in seconds.
    public var seconds: Int

    /// Creates rules.
    public init(limit: Int, seconds: Int) { (self.limit, self.seconds) = (limit, seconds) }

    /// Five offences within ten minutes.
    public static let standard = OffenceRules(limit: 5, seconds: 600)
}
