/// An image unit's identifier and version, as recipes store them.
package struct UnitRelease: Sendable, Hashable {
    /// The unit's bundle identifier.
    package let identifier: String
    /// The unit's version, or nil if it states none.
    package let version: String?

    package init(identifier: String, version: String?) {
        self.identifier = identifier
        self.version = version
    }
}
