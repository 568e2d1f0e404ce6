/// An image unit's identifier and version, as recipes store them.
struct UnitRelease: Sendable, Hashable {
    /// The unit's bundle identifier.
    let identifier: String
    /// The unit's version, or nil if it states none.
    let version: String?
}
