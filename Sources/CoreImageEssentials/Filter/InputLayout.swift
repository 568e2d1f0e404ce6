@preconcurrency @_spi(Reflection) import Swift
import Synchronization

/// The location of inputs in objects of a filter class. It is the same for all objects of a class, so it is looked up
/// once per class.
///
/// Sendable, because the stored types are constants of the program.
struct InputLayout: @unchecked Sendable {
    /// A stored property that holds a `CIInput`.
    struct Wrapper: @unchecked Sendable {
        /// The key derived from the property's name.
        let key: String
        fileprivate let offset: Int
        fileprivate let type: any FilterInput.Type

        /// Returns the wrapper in a filter of the class.
        func input(of filter: CIFilter) -> any FilterInput {
            type.object(at: Unmanaged.passUnretained(filter).toOpaque() + offset)
        }
    }

    /// The wrappers in the order of declaration, those of superclasses first.
    let wrappers: [Wrapper]
    /// The plain stored properties whose names begin with `input`.
    let stored: [StoredProperty]

    private static let known = Mutex<[ObjectIdentifier: InputLayout]>([:])

    /// Returns the layout of a class.
    static func of(_ type: CIFilter.Type) -> InputLayout {
        let identifier = ObjectIdentifier(type)
        if let layout = known.withLock({ $0[identifier] }) { return layout }
        let layout = InputLayout(of: type)
        known.withLock { $0[identifier] = layout }
        return layout
    }

    private init(of type: CIFilter.Type) {
        var found: [Wrapper] = []
        StoredProperty.forEachField(of: type) { name, offset, fieldType in
            if let input = fieldType as? any FilterInput.Type {
                found.append(Wrapper(key: Self.key(forProperty: name), offset: offset, type: input))
            }
        }
        (wrappers, stored) = (found, StoredProperty.inputs(of: type))
    }

    /// Returns the key for a property: `_inputImage` → `inputImage`, `_intensity` → `inputIntensity`.
    private static func key(forProperty label: String) -> String {
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        if name.hasPrefix("input"), name.count > 5 { return name }
        return "input" + name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension FilterInput {
    /// Returns the object that the field at this address holds.
    ///
    /// Sound for the reason given at `StoredProperty`: the address and type come from the runtime's records of the
    /// class.
    fileprivate static func object(at address: UnsafeMutableRawPointer) -> any FilterInput {
        address.assumingMemoryBound(to: Self.self).pointee
    }
}
