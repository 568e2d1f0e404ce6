import CoreImage

/// A filter that can be chosen.
package struct CatalogueEntry: Sendable, Encodable {
    /// The registered name.
    package var name: String
    /// The name to show.
    package var displayName: String
    /// The filter's categories, the main one first.
    package var categories: [String]
    /// What the filter does.
    package var summary: String?
    /// How close the filter's pixels are to those of Apple's filter: `exact`, `fitted`, `documented` or `ours`. nil for
    /// filters of image units.
    package var status: String?
    /// The image unit that the filter comes from; nil for a built-in filter.
    package var unit: String?
    /// The address of the filter's documentation.
    package var documentation: String?

    /// Creates the entry of a registered filter.
    init(_ name: String) {
        self.name = name
        displayName = CIFilter.localizedName(forFilterName: name) ?? name
        categories = CIFilter.categories(forFilterName: name)
        summary = CIFilter.localizedDescription(forFilterName: name)
        status = CIFilter.status(forFilterName: name)?.name
        if case .imageUnit(let url)? = CIFilter.origin(forFilterName: name) { unit = url.lastPathComponent }
        documentation = CIFilter.localizedReferenceDocumentation(forFilterName: name)?.absoluteString
    }
}
