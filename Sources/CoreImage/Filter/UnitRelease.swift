/// An image unit as recipes name it.
struct UnitRelease: Sendable, Hashable {
    /// Its bundle identifier.
    let identifier: String
    /// Its version, if it states one.
    let version: String?
}
