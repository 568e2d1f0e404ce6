/// A filter in a recipe.
struct RecipeFilter: Sendable, Hashable {
    /// The filter's registered name.
    var name: String
    /// The image unit that the filter came from; nil for built-in filters and those of applications.
    var unit: RecipeUnit?
    /// The inputs' values. Inputs that aren't listed keep their defaults.
    var inputs: [RecipeInput]
}

/// An input of a filter, or a field of an object.
struct RecipeInput: Sendable, Hashable {
    var key: String
    var value: RecipeValue
}

/// An image unit in a recipe, and its accepted versions.
struct RecipeUnit: Sendable, Hashable {
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
