import Foundation

/// The record of a unit whose code must not run.
package struct QuarantineRecord: Sendable, Hashable, Codable {
    /// The version of the unit. Another version of the same unit is not in quarantine.
    package var fingerprint: UnitFingerprint
    /// The path of the unit when the offence was recorded.
    package var path: String
    /// The unit's bundle identifier.
    package var identifier: String
    /// The last offence, as text.
    package var cause: String
    /// The date of the last offence.
    package var date: Date
    /// The number of offences recorded.
    package var count: Int

    /// Creates a record.
    package init(
        fingerprint: UnitFingerprint, path: String, identifier: String, cause: String, date: Date = Date(),
        count: Int = 1
    ) {
        (self.fingerprint, self.path, self.identifier) = (fingerprint, path, identifier)
        (self.cause, self.date, self.count) = (cause, date, count)
    }
}
