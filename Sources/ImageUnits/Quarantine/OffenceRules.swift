/// The number of offences that puts a unit into quarantine, and the period in which they count.
package struct OffenceRules: Sendable, Hashable {
    /// The number of offences that is too many.
    package var limit: Int
    /// How long an offence counts, in seconds.
    package var seconds: Int

    /// Creates rules.
    package init(limit: Int, seconds: Int) { (self.limit, self.seconds) = (limit, seconds) }

    /// Five offences within ten minutes.
    package static let standard = OffenceRules(limit: 5, seconds: 600)
}
