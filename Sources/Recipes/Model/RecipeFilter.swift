import CoreImageEssentials

/// A filter in a recipe.
package struct RecipeFilter: Sendable, Hashable {
    /// The filter's registered name.
    package var name: String
    /// The image unit that the filter came from; nil for built-in filters and those of applications.
    var unit: RecipeUnit?
    /// The inputs' values. Inputs that aren't listed keep their defaults.
    package var inputs: [RecipeInput]

    package init(name: String, unit: RecipeUnit? = nil, inputs: [RecipeInput]) {
        self.name = name
        self.unit = unit
        self.inputs = inputs
    }
}

/// An input of a filter, or a field of an object.
package struct RecipeInput: Sendable, Hashable {
    package var key: String
    package var value: RecipeValue

    package init(key: String, value: RecipeValue) {
        self.key = key
        self.value = value
    }
}

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
