import Foundation

/// The inputs of one filter object: `CIInput` wrappers found by reflection, then plain stored properties named `input…`.
struct InputTable {
    /// A wrapped input with its key.
    struct Declared {
        let key: String
        let input: any FilterInput
    }

    let declared: [Declared]
    let stored: [StoredProperty]
    private let index: [String: Int]

    init(of filter: CIFilter) {
        var levels: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: filter)
        while let level = mirror, level.subjectType != CIFilter.self {
            levels.append(level)
            mirror = level.superclassMirror
        }
        var declared: [Declared] = []
        for level in levels.reversed() {
            for child in level.children {
                guard let input = child.value as? any FilterInput, let label = child.label else { continue }
                declared.append(Declared(key: input.explicitKey ?? Self.key(forProperty: label), input: input))
            }
        }
        self.declared = declared
        index = Dictionary(declared.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { _, later in later })
        stored = StoredProperty.inputs(of: type(of: filter))
    }

    /// Keys in the order of declaration.
    var keys: [String] { declared.map(\.key) + stored.map(\.name) }

    func input(forKey key: String) -> (any FilterInput)? { index[key].map { declared[$0].input } }

    func storedProperty(forKey key: String) -> StoredProperty? { stored.first { $0.name == key } }

    /// `_inputImage` → `inputImage`, `_intensity` → `inputIntensity`.
    private static func key(forProperty label: String) -> String {
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        if name.hasPrefix("input"), name.count > 5 { return name }
        return "input" + name.prefix(1).uppercased() + name.dropFirst()
    }
}
