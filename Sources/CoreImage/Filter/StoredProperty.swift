import Foundation
@preconcurrency @_spi(Reflection) import Swift

/// A stored property of a filter class without the `CIInput` wrapper, reachable by key-value coding.
///
/// Swift has no key-value coding on Linux, and filters written for Apple's systems declare plain properties. The runtime's field
/// records give a property's offset and type; reads and writes go through a pointer of exactly that type. This is one of the few
/// unsafe places: it is sound because the offset and the type come from the runtime itself, the object is alive for the call, and a
/// filter is used by one thread at a time. Property observers don't run. Sendable, as its type is a constant
/// of the program.
struct StoredProperty: @unchecked Sendable {
    let name: String
    private let offset: Int
    private let accessor: any StoredPropertyAccess.Type

    /// Class name and type for `attributes`.
    var declaration: InputDeclaration {
        InputDeclaration(attributeClass: accessor.attributeClass, type: accessor.attributeType)
    }

    func value(in filter: CIFilter) -> Any? {
        accessor.read(Unmanaged.passUnretained(filter).toOpaque() + offset)
    }

    /// Stores the value; false when its class does not fit. Nil is stored only where the property is optional.
    func store(_ value: Any?, in filter: CIFilter) -> Bool {
        accessor.write(value, to: Unmanaged.passUnretained(filter).toOpaque() + offset)
    }

    /// The plain stored properties of a class, those of its superclasses included, whose names begin with `input`.
    static func inputs(of type: CIFilter.Type) -> [StoredProperty] {
        var found: [StoredProperty] = []
        forEachField(of: type) { label, offset, fieldType in
            if label.hasPrefix("input"), label != "inputFailures",
                let accessor = (fieldType as? any CIInputValue.Type)?.storedPropertyAccess
            {
                found.append(StoredProperty(name: label, offset: offset, accessor: accessor))
            }
        }
        return found
    }

    /// Hands over name, offset and type of each stored property of a class, those of its superclasses included.
    static func forEachField(of type: CIFilter.Type, _ body: (_ name: String, _ offset: Int, _ type: Any.Type) -> Void)
    {
        // The option that says "this is a class" is a mutable global in the runtime's interface; 1 is its value.
        let classOption = unsafeBitCast(UInt32(1), to: _EachFieldOptions.self)
        _ = _forEachField(of: type, options: classOption) { name, offset, fieldType, _ in
            body(String(cString: name), offset, fieldType)
            return true
        }
    }
}

/// Reads and writes a property of one type at an address.
protocol StoredPropertyAccess {
    static var attributeClass: String { get }
    static var attributeType: String? { get }
    static func read(_ address: UnsafeMutableRawPointer) -> Any?
    static func write(_ value: Any?, to address: UnsafeMutableRawPointer) -> Bool
}

extension CIInputValue {
    fileprivate static var storedPropertyAccess: any StoredPropertyAccess.Type { TypedAccess<Self>.self }
}

private enum TypedAccess<Value: CIInputValue>: StoredPropertyAccess {
    static var attributeClass: String { Value.attributeClass }
    static var attributeType: String? { Value.attributeType }

    static func read(_ address: UnsafeMutableRawPointer) -> Any? {
        address.assumingMemoryBound(to: Value.self).pointee.keyValue
    }

    static func write(_ value: Any?, to address: UnsafeMutableRawPointer) -> Bool {
        guard let converted = value.map(Value.init(keyValue:)) ?? Value.absent else { return false }
        address.assumingMemoryBound(to: Value.self).pointee = converted
        return true
    }
}
