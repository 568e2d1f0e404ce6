import CoreImageEssentials

extension FilterCatalog {
    /// The entries of all built-in filters in the registry.
    package static var entries: [FilterRegistry.Entry] {
        builtIn.compactMap { listing in
            listing.registration.map { FilterRegistry.Entry(builtIn: $0, makeFilter: listing.makeFilter) }
        }
    }

    private static let constructors = Dictionary(
        uniqueKeysWithValues: builtIn.map { (ObjectIdentifier($0.type), $0.makeFilter) })

    /// A filter of a class as `CIFilter(name:)` makes it; nil for a class that isn't built in.
    static func filter<Filter: CIFilter>(of type: Filter.Type) -> Filter? {
        constructors[ObjectIdentifier(type)]?() as? Filter
    }
}

extension CIFilter {
    /// Makes a filter of a class for a typed factory method such as `sepiaTone()`.
    ///
    /// A built-in filter made this way notes itself on its output image, so that recipes of the image name the filter
    /// and its inputs. For any other class the result is `filter` itself.
    public class func registered<Filter: CIFilter>(_ filter: @autoclosure () -> Filter) -> Filter {
        FilterCatalog.filter(of: Filter.self) ?? filter()
    }
}
