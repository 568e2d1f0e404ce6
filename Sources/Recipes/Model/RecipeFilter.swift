import CoreImageEssentials

/// A filter in a recipe.
package struct RecipeFilter: Sendable, Hashable {
    /// The filter's registered name.
    package var name: String
    /// The image unit that the filter came from; nil for built-in filters and those of applications.
    var unit: RecipeUnit?
    /// The inputs' values. Inputs that aren't listed keep their defaults.
    package var inputs: [RecipeField]

    package init(name: String, unit: RecipeUnit? = nil, inputs: [RecipeField]) {
        self.name = name
        self.unit = unit
        self.inputs = inputs
    }
}
