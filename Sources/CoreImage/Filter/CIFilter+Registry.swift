import Foundation
import KernelLanguage

/// Creation by name: an initializer of a protocol may return an object of a subclass, which one of a class may not.
///
/// Only `CIFilter` conforms. The protocol is not bound to classes, as only then may its initializers choose the object.
public protocol CIFilterCreation {}

extension CIFilter: CIFilterCreation {}

extension CIFilterCreation {
    /// The filter registered under `name`, every input at its default. Nil when there is none; `CIFilter.named(_:)` says why.
    ///
    /// On a subclass, nil also when the registered filter is of another class.
    public init?(name: String) {
        guard let filter = FilterRegistry.shared.filter(named: name) as? Self else { return nil }
        self = filter
    }

    /// The filter registered under `name`, with the given inputs set. A wrong key or class is remembered as `inputError`.
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
    /// The filter registered under `name`, or an error that suggests the nearest name, or says why the image unit that has it isn't in use.
    public static func named(_ name: String, parameters: [String: Any] = [:]) throws(CIFilterError) -> CIFilter {
        guard let filter = FilterRegistry.shared.filter(named: name) else {
            if let missing = ImageUnitHost.shared.explanation(ofMissing: name) { throw missing }
            let known = FilterRegistry.shared.allEntries().map(\.name)
            throw .unknownFilter(name: name, suggestion: NearestName.of(name, among: known))
        }
        filter.setValuesForKeys(parameters)
        return filter
    }

    /// Names of the filters in a category, sorted; of all listed filters when the category is nil.
    public class func filterNames(inCategory category: String?) -> [String] {
        filterNames(inCategories: category.map { [$0] })
    }

    /// Names of the filters that are in every one of the categories, sorted; of all listed filters for nil or no categories.
    ///
    /// Built-in filters that are in no category, `CIFaceBalance` and `CIRedEyeCorrection`, aren't listed; they are made by name.
    public class func filterNames(inCategories categories: [String]?) -> [String] {
        FilterRegistry.shared.allEntries().filter { entry in
            entry.isListed && (categories ?? []).allSatisfy(entry.categories.contains)
        }.map(\.name)
    }

    /// Registers filters of an application under a name, replacing any filter of that name.
    ///
    /// - Parameters:
    ///   - name: The name to create the filter with.
    ///   - constructor: Makes the filters; kept for ever, and called from any thread.
    ///   - classAttributes: At least `kCIAttributeFilterDisplayName` and `kCIAttributeFilterCategories`; may hold input attributes.
    public class func registerName(
        _ name: String, constructor: any CIFilterConstructor, classAttributes: [String: Any] = [:]
    ) {
        FilterRegistry.shared.register(
            .init(name: name, attributes: classAttributes, origin: .application) { constructor.filter(withName: name) })
    }

    /// The name to show to people; nil for a name that isn't registered.
    public class func localizedName(forFilterName name: String) -> String? {
        FilterRegistry.shared.entry(named: name)?.displayName
    }

    /// The category's name for people.
    public class func localizedName(forCategory category: String) -> String {
        let bare = category.hasPrefix("CICategory") ? String(category.dropFirst("CICategory".count)) : category
        return InputDeclaration.displayName(forKey: bare)
    }

    /// What the filter does, in a sentence; nil when nothing is known.
    public class func localizedDescription(forFilterName name: String) -> String? {
        FilterRegistry.shared.entry(named: name)?.summary
    }

    /// The filter's categories, the main one first, without making a filter; none for a name that isn't registered.
    public class func categories(forFilterName name: String) -> [String] {
        FilterRegistry.shared.entry(named: name)?.categories ?? []
    }

    /// Where to read about the filter: what its registration or its image unit gives as `kCIAttributeReferenceDocumentation`, or nil.
    ///
    /// Of texts only addresses of the web count (`http`, `https`): a unit's text must not have a host open a file or
    /// start a program.
    public class func localizedReferenceDocumentation(forFilterName name: String) -> URL? {
        switch FilterRegistry.shared.entry(named: name)?.classAttributes[kCIAttributeReferenceDocumentation] {
        case let url as URL: url
        case let text as String:
            URL(string: text).flatMap { ["http", "https"].contains($0.scheme?.lowercased()) ? $0 : nil }
        default: nil
        }
    }

    /// Where the filter comes from; nil for a name that isn't registered.
    public class func origin(forFilterName name: String) -> CIFilterOrigin? {
        FilterRegistry.shared.entry(named: name)?.origin
    }
}
