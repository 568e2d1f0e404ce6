import BuiltInFilters
import CoreImage

/// The typed API of a built-in filter: its factory, such as `CIFilter.exposureAdjust()`, and its properties.
struct TypedInterface {
    /// A property's name and type.
    struct Property {
        let name: String
        let type: Any.Type
    }

    /// The name of the factory, or nil if there is none.
    let factory: String?
    /// The properties, keyed by the input's key.
    let properties: [String: Property]

    /// Reads a filter's `CIInput` properties, whose types equal those in the filter's protocols.
    init(of filter: CIFilter) {
        let isBuiltIn = CIFilter.origin(forFilterName: filter.name) == .builtIn
        let names = isBuiltIn ? FilterCatalog.typedNames[filter.name] : nil
        factory = names?.factory
        var levels: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: filter)
        while let level = mirror, level.subjectType != CIFilter.self {
            levels.append(level)
            mirror = level.superclassMirror
        }
        let inputs = levels.reversed().flatMap(\.children).compactMap { child in
            (child.value as? any TypedInput).map { (label: child.label ?? "", type: $0.valueType) }
        }
        properties = Dictionary(
            zip(filter.inputKeys, inputs).compactMap { key, input in
                Self.property(forKey: key, storedAs: input.label, among: names?.properties ?? [])
                    .map { (key, Property(name: $0, type: input.type)) }
            },
            uniquingKeysWith: { _, later in later })
    }

    /// Returns the property for a key: the one with the name of the stored property (`_ev` → `ev`), or else the one
    /// whose name is in the key (`inputTopLeft` → `topLeft`), or nil.
    private static func property(forKey key: String, storedAs label: String, among names: [String]) -> String? {
        let stored = label.hasPrefix("_") ? String(label.dropFirst()) : label
        if names.contains(stored) { return stored }
        return names.first { ("input" + $0).lowercased() == key.lowercased() }
    }
}

/// A `CIInput` of any type.
private protocol TypedInput {
    var valueType: Any.Type { get }
}

extension CIInput: TypedInput {
    fileprivate var valueType: Any.Type { (Value.self as? any OptionalType.Type)?.wrappedType ?? Value.self }
}

/// An optional of any type.
private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
