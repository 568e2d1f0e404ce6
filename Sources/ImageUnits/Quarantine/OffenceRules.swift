/// When a unit's offences put it into quarantine.
public struct OffenceRules: Sendable, Hashable {
    /// So many offences are too many.
    public var limit: Int
    /// Seconds that an offence counts.
    public var seconds: Int

    /// Rules from their parts.
    public init(limit: Int, seconds: Int) { (self.limit, self.seconds) = (limit, seconds) }

    /// Five within ten minutes.
    public static let standard = OffenceRules(limit: 5, seconds: 600)
}
