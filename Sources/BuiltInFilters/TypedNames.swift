/// The Swift names of a built-in filter's typed API, which the `FilterCatalog` plugin reads from the sources.
package struct TypedNames: Sendable {
    /// The name of the factory, such as `exposureAdjust` of `CIFilter.exposureAdjust()`; nil for a filter without one.
    package let factory: String?
    /// The names of the properties in the protocols that the filter conforms to.
    package let properties: [String]
}
