import Foundation

/// Creation of filters by name.
///
/// Only `CIFilter` conforms. The initializers are in a protocol because an initializer of a class cannot return an
/// object of a subclass. The protocol is not bound to classes for the same reason.
public protocol CIFilterCreation {}

extension CIFilter: CIFilterCreation {}

extension CIFilterCreation {
    /// Creates the filter registered under `name`, with every input at its default.
    ///
    /// nil when no filter has the name, or when the filter isn't of the class that this is called on.
    /// `CIFilter.named(_:parameters:)` throws the reason instead.
    public init?(name: String) {
        guard let filter = FilterRegistry.shared.filter(named: name) as? Self else { return nil }
        self = filter
    }

    /// Creates the filter registered under `name` and sets inputs.
    ///
    /// nil when no filter has the name, or when the filter isn't of the class that this is called on. An unknown key or
    /// a value of a wrong class is recorded as `inputError`.
    ///
    /// - Parameters:
    ///   - name: The registered name, such as `CISepiaTone`.
    ///   - parameters: Values of inputs by their keys.
    public init?(name: String, parameters: [String: Any]?) {
        guard let filter = FilterRegistry.shared.filter(named: name), let created = filter as? Self else { return nil }
        filter.setValuesForKeys(parameters ?? [:])
        self = created
    }

    /// Older spelling of `init(name:parameters:)`.
    @available(*, deprecated, renamed: "init(name:parameters:)")
    public init?(name: String, withInputParameters parameters: [String: Any]?) {
        self.init(name: name, parameters: parameters)
    }
}

extension CIFilter {
    /// Returns a new filter by its registered name, with inputs set.
    ///
    /// An unknown key or a value of a wrong class is recorded as the filter's `inputError`. Thread-safe.
    ///
    /// - Parameters:
    ///   - name: The registered name, such as `CISepiaTone`.
    ///   - parameters: Values of inputs by their keys.
    /// - Throws: `CIFilterError.unknownFilter`, which suggests the nearest name, or `CIFilterError.unavailableFilter`,
    ///   which says why the image unit with the filter isn't in use.
    public static func named(_ name: String, parameters: [String: Any] = [:]) throws(CIFilterError) -> CIFilter {
        guard let filter = FilterRegistry.shared.filter(named: name) else {
            if let missing = LinkedParts.shared.explanation(ofMissing: name) { throw missing }
            throw .unknownFilter(name: name, suggestion: FilterRegistry.shared.nearestName(to: name))
        }
        filter.setValuesForKeys(parameters)
        return filter
    }

    /// Returns the sorted names of the filters in a category, or of all listed filters when the category is nil.
    public class func filterNames(inCategory category: String?) -> [String] {
        filterNames(inCategories: category.map { [$0] })
    }

    /// Returns the sorted names of the filters that are in every one of the categories, or of all listed filters for
    /// nil or no categories.
    ///
    /// The built-in filters without a category, `CIFaceBalance` and `CIRedEyeCorrection`, are not listed. They can be
    /// created by name.
    public class func filterNames(inCategories categories: [String]?) -> [String] {
        FilterRegistry.shared.allEntries().filter { entry in
            entry.isListed && (categories ?? []).allSatisfy(entry.categories.contains)
        }.map(\.name)
    }

    /// Registers a filter of the application under a name. A filter that has the name already is replaced. Thread-safe.
    ///
    /// - Parameters:
    ///   - name: The name to create the filter with.
    ///   - constructor: Creates the filters. It is kept while the name is registered, and called on any thread.
    ///   - classAttributes: At least `kCIAttributeFilterDisplayName` and `kCIAttributeFilterCategories`. It may hold
    ///     attributes of inputs.
    public class func registerName(
        _ name: String, constructor: any CIFilterConstructor, classAttributes: [String: Any] = [:]
    ) {
        FilterRegistry.shared.register(
            .init(name: name, attributes: classAttributes, origin: .application) { constructor.filter(withName: name) })
    }

    /// Returns the filter's display name, or nil for a name that isn't registered.
    public class func localizedName(forFilterName name: String) -> String? {
        FilterRegistry.shared.entry(named: name)?.displayName
    }

    /// Returns the category's display name.
    public class func localizedName(forCategory category: String) -> String {
        let bare = category.hasPrefix("CICategory") ? String(category.dropFirst("CICategory".count)) : category
        return InputDeclaration.displayName(forKey: bare)
    }

    /// Returns a sentence that says what the filter does, or nil if there is none.
    public class func localizedDescription(forFilterName name: String) -> String? {
        FilterRegistry.shared.entry(named: name)?.summary
    }

    /// Returns how close a built-in filter's pixels are to those of Apple's filter, or nil for other filters.
    public class func status(forFilterName name: String) -> CIFilterStatus? {
        FilterRegistry.shared.entry(named: name)?.status
    }

    /// Returns the filter's categories, the main one first, without creating the filter. Empty for a name that isn't
    /// registered.
    public class func categories(forFilterName name: String) -> [String] {
        FilterRegistry.shared.entry(named: name)?.categories ?? []
    }

    /// Returns the address of the filter's documentation, or nil.
    ///
    /// The address is the `kCIAttributeReferenceDocumentation` of the filter's registration or image unit. An address
    /// given as text must be of the scheme `http` or `https`: text in an image unit must not make a host open a file or
    /// start a program.
    public class func localizedReferenceDocumentation(forFilterName name: String) -> URL? {
        switch FilterRegistry.shared.entry(named: name)?.classAttributes[kCIAttributeReferenceDocumentation] {
        case let url as URL: url
        case let text as String:
            URL(string: text).flatMap { ["http", "https"].contains($0.scheme?.lowercased()) ? $0 : nil }
        default: nil
        }
    }

    /// Returns the origin of the filter, or nil for a name that isn't registered.
    public class func origin(forFilterName name: String) -> CIFilterOrigin? {
        FilterRegistry.shared.entry(named: name)?.origin
    }
}
