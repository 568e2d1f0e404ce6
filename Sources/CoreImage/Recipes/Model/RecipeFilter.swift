/// A filter in a recipe.
struct RecipeFilter: Sendable, Hashable {
    /// The name to create it with.
    var name: String
    /// The image unit that it came from; nil for built-in filters and those of applications.
    var unit: RecipeUnit?
    /// What its inputs are set to; inputs that aren't named keep their defaults.
    var inputs: [RecipeInput]
}

/// An input of a filter, or a field of an object.
struct RecipeInput: Sendable, Hashable {
    var key: String
    var value: RecipeValue
}

/// An image unit in a recipe, and which versions of it will do.
struct RecipeUnit: Sendable, Hashable {
    /// Its bundle identifier.
    var identifier: String
    /// The versions; nil for any.
    var version: VersionRequirement?

    init(identifier: String, version: VersionRequirement?) {
        (self.identifier, self.version) = (identifier, version)
    }

    /// The unit that wrote a filter: its version and later ones with the same first number. A version that is no version counts for any.
    init(_ release: UnitRelease) {
        identifier = release.identifier
        version = release.version.flatMap(UnitVersion.init).map(VersionRequirement.init(compatibleWith:))
    }
}
