import CoreImageEssentials

/// An image unit in a recipe, and its accepted versions.
package struct RecipeUnit: Sendable, Hashable {
    /// The unit's bundle identifier.
    var identifier: String
    /// The accepted versions; nil for any.
    var version: VersionRequirement?

    init(identifier: String, version: VersionRequirement?) {
        (self.identifier, self.version) = (identifier, version)
    }

    /// Creates the requirement for a filter of this unit: its version and later ones with the same major number. If the
    /// version can't be parsed, any version is accepted.
    init(_ release: UnitRelease) {
        identifier = release.identifier
        version = release.version.flatMap(UnitVersion.init).map(VersionRequirement.init(compatibleWith:))
    }
}
