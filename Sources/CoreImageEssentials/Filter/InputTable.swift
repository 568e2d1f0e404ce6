@preconcurrency @_spi(Reflection) import Swift

/// The inputs of one filter object: `CIInput` wrappers first, then plain stored properties named `input…`.
package struct InputTable {
    /// A `CIInput` wrapper with its key.
    struct Declared {
        let key: String
        let input: any FilterInput
    }

    let declared: [Declared]
    let stored: [StoredProperty]
    /// The keys in the order of declaration.
    let keys: [String]

    init(of filter: CIFilter) {
        let layout = InputLayout.of(type(of: filter))
        declared = layout.wrappers.map { wrapper in
            let input = wrapper.input(of: filter)
            return Declared(key: input.explicitKey ?? wrapper.key, input: input)
        }
        stored = layout.stored
        keys = declared.map(\.key) + stored.map(\.name)
    }

    /// Returns the input with the key. An input of a subclass hides one of its superclass with the same key.
    package func input(forKey key: String) -> (any FilterInput)? { declared.last { $0.key == key }?.input }

    func storedProperty(forKey key: String) -> StoredProperty? { stored.first { $0.name == key } }
}
