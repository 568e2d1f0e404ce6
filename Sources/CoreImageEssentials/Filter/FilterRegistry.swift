import Foundation
import UntrustedInput

/// The origin of a filter.
public enum CIFilterOrigin: Sendable, Hashable {
    /// Supplied with Core Image.
    case builtIn
    /// Registered by the application.
    case application
    /// From the image unit at this URL.
    case imageUnit(URL)
}

/// The registry of every filter that can be created by name. One per process, thread-safe.
package final class FilterRegistry: @unchecked Sendable {
    package static let shared = FilterRegistry()

    /// A registered filter.
    package struct Entry {
        package let name: String
        /// Nil for a display name that is derived from the name.
        fileprivate let givenDisplayName: String?
        var displayName: String { givenDisplayName ?? CIFilterRegistration.displayName(forFilter: name) }
        let categories: [String]
        let summary: String?
        let status: CIFilterStatus?
        /// The attributes given at registration, including names and categories.
        package let classAttributes: [String: Any]
        package let origin: CIFilterOrigin
        /// The image unit that the filter comes from.
        var unit: UnitRelease?
        let makeFilter: () -> CIFilter?
        /// Whether the filter appears in queries by category. Filters that only automatic adjustment uses have no
        /// category, and are created by name.
        var isListed: Bool { origin != .builtIn || !categories.isEmpty }
    }

    private let lock = NSLock()
    private var entries: [String: Entry] = [:]

    private init() {
        for entry in LinkedParts.shared.builtInFilters { entries[entry.name] = entry }
    }

    package func entry(named name: String) -> Entry? { lock.withLock { entries[name] } }

    /// Returns every entry, sorted by name.
    package func allEntries() -> [Entry] { lock.withLock { Array(entries.values) }.sorted { $0.name < $1.name } }

    /// Returns the registered name that was probably meant by a name that isn't registered, or nil.
    ///
    /// It is the nearest one in spelling, with or without `CI`, or else the shortest of those that begin with the name
    /// or, if none does, contain it: `CISepiaTone` for `Sepia`. Case is ignored.
    package func nearestName(to name: String) -> String? {
        let names = allEntries().map(\.name)
        if let nearest = NearestName.of(name, among: names, optionalPrefix: "CI") { return nearest }
        func bare(_ name: String) -> String { (name.hasPrefix("CI") ? String(name.dropFirst(2)) : name).lowercased() }
        let wanted = bare(name)
        guard wanted.count >= 3 else { return nil }
        let beginning = names.filter { bare($0).hasPrefix(wanted) }
        let candidates = beginning.isEmpty ? names.filter { bare($0).contains(wanted) } : beginning
        return candidates.min { ($0.count, $0) < ($1.count, $1) }
    }

    package func filter(named name: String) -> CIFilter? {
        guard let entry = entry(named: name), let filter = entry.makeFilter() else { return nil }
        filter.name = name
        filter.classAttributes = entry.classAttributes
        filter.makeFilter = entry.makeFilter
        filter.unit = entry.unit
        for (key, value) in filter.attributeDefaults() { filter.setValue(value, forKey: key) }
        return filter
    }

    /// Adds an entry or replaces the one of the same name. Returns the replaced entry.
    @discardableResult
    func register(_ entry: Entry) -> Entry? { lock.withLock { entries.updateValue(entry, forKey: entry.name) } }

    /// Removes the entries of `origin` under any of the names and adds others in one step, so that no other thread sees
    /// a state in between.
    package func replace(_ names: [String], from origin: CIFilterOrigin, with added: [Entry]) {
        lock.withLock {
            for name in names where entries[name]?.origin == origin { entries[name] = nil }
            for entry in added { entries[entry.name] = entry }
        }
    }
}

extension FilterRegistry.Entry {
    /// Creates the entry of a built-in filter. Adds the categories that every built-in filter has, sorted after the
    /// main one, unless the filter states them itself. A filter without a category isn't listed.
    package init(builtIn registration: CIFilterRegistration, makeFilter: @escaping () -> CIFilter?) {
        let stated = registration.categories.map(\.rawValue)
        let common = [kCICategoryBuiltIn, kCICategoryStillImage]
        let statesAll = common.allSatisfy(stated.contains)
        let others = statesAll ? Array(stated.dropFirst()) : Set(stated.dropFirst() + common).sorted()
        name = registration.name
        givenDisplayName = registration.givenDisplayName
        categories = stated.isEmpty ? [] : stated.prefix(1) + others
        (summary, status) = (registration.summary, registration.status)
        classAttributes = [kCIAttributeFilterCategories: categories]
        origin = .builtIn
        self.makeFilter = makeFilter
    }

    /// Creates an entry from the attributes given at registration.
    package init(
        name: String, attributes: [String: Any], origin: CIFilterOrigin, unit: UnitRelease? = nil,
        makeFilter: @escaping () -> CIFilter?
    ) {
        self.name = name
        givenDisplayName = attributes[kCIAttributeFilterDisplayName] as? String
        categories = attributes[kCIAttributeFilterCategories] as? [String] ?? []
        (summary, status) = (attributes[kCIAttributeDescription] as? String, nil)
        var attributes = attributes
        attributes[kCIAttributeFilterDisplayName] =
            givenDisplayName ?? CIFilterRegistration.displayName(forFilter: name)
        attributes[kCIAttributeFilterCategories] = categories
        classAttributes = attributes
        (self.origin, self.unit) = (origin, unit)
        self.makeFilter = makeFilter
    }
}
