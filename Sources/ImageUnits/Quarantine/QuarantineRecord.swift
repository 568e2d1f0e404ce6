import Foundation

/// What is remembered of a unit whose code must not run.
public struct QuarantineRecord: Sendable, Hashable, Codable {
    /// The version of the unit; a changed one is free.
    public var fingerprint: UnitFingerprint
    /// Where the unit was.
    public var path: String
    /// Its bundle identifier.
    public var identifier: String
    /// What it did last, in words.
    public var cause: String
    /// When it did so.
    public var date: Date
    /// How often it was recorded.
    public var count: Int

    /// A record.
    public init(
        fingerprint: UnitFingerprint, path: String, identifier: String, cause: String, date: Date = Date(),
        count: Int = 1
    ) {
        (self.fingerprint, self.path, self.identifier) = (fingerprint, path, identifier)
        (self.cause, self.date, self.count) = (cause, date, count)
    }
}
