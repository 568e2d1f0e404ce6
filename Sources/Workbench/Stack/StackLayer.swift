import CoreImage

/// A filter in a stack, with the values that were set.
package struct StackLayer: Sendable, Hashable, Codable, Identifiable {
    /// The number under which pages refer to the filter. It isn't used again.
    package var id: Int
    /// The filter's name.
    package var filter: String
    /// Whether the filter is applied.
    package var isEnabled: Bool
    /// The values that differ from the defaults, by the inputs' keys.
    package var values: [String: CIFilterControlValue]
    /// The pictures for image inputs, by the inputs' keys.
    package var pictures: [String: String]

    /// Creates a filter.
    package init(
        id: Int, filter: String, isEnabled: Bool = true, values: [String: CIFilterControlValue] = [:],
        pictures: [String: String] = [:]
    ) {
        (self.id, self.filter, self.isEnabled) = (id, filter, isEnabled)
        (self.values, self.pictures) = (values, pictures)
    }
}
