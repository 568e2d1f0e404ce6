@preconcurrency @_spi(Reflection) import Swift
import Synchronization

/// Where the objects of a filter class keep their inputs: the same for all of them, so that it is looked up once for a class.
///
/// Sendable, as its types are constants of the program.
struct InputLayout: @unchecked Sendable {
    /// A stored property that holds a `CIInput`.
    struct Wrapper: @unchecked Sendable {
        /// The key that follows from the property's name.
        let key: String
        fileprivate let offset: Int
        fileprivate let type: any FilterInput.Type

        /// The wrapper in a filter of the class.
        func input(of filter: CIFilter) -> any FilterInput {
            type.object(at: Unmanaged.passUnretained(filter).toOpaque() + offset)
        }
    }

    /// The wrappers in the order of declaration, those of superclasses first.
    let wrappers: [Wrapper]
    /// The plain properties whose names begin with `input`.
    let stored: [StoredProperty]

    private static let known = Mutex<[ObjectIdentifier: InputLayout]>([:])

    /// The layout of a class.
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

    /// `_inputImage` → `inputImage`, `_intensity` → `inputIntensity`.
    private static func key(forProperty label: String) -> String {
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        if name.hasPrefix("input"), name.count > 5 { return name }
        return "input" + name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension FilterInput {
    /// The object that a field at this address holds.
    ///
    /// Sound as `StoredProperty` is: address and type come from the runtime's records of the class.
    fileprivate static func object(at address: UnsafeMutableRawPointer) -> any FilterInput {
        address.assumingMemoryBound(to: Self.self).pointee
    }
}
