/// A filter in a chain, as written on the command line.
package struct ChainStep: Equatable, Sendable {
    /// The filter's name as written.
    package var filter: String
    /// Keys and values as written, in order.
    package var settings: [Setting] = []
    /// The label of the result, given with `as`.
    package var label: String?

    /// Creates a step.
    package init(filter: String, settings: [Setting] = [], label: String? = nil) {
        (self.filter, self.settings, self.label) = (filter, settings, label)
    }

    /// A setting `key=value`.
    package struct Setting: Equatable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) { (self.key, self.value) = (key, value) }
    }
}
