/// An input of a filter, or a field of an object.
package struct RecipeField: Sendable, Hashable {
    package var key: String
    package var value: RecipeValue

    package init(key: String, value: RecipeValue) {
        self.key = key
        self.value = value
    }
}
