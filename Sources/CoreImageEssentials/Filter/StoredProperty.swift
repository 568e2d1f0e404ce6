import Foundation
@preconcurrency @_spi(Reflection) import Swift

/// A stored property of a filter class without the `CIInput` wrapper, for key-value coding.
///
/// Swift has no key-value coding on Linux, and filters written for Apple's systems declare plain properties. The
/// runtime's field records give a property's offset and type. Reads and writes use a pointer of exactly that type. This
/// unsafe access is sound because the offset and the type come from the runtime, the object is alive during the call,
/// and only one thread at a time uses a filter. Property observers don't run. Sendable, because the stored type is a
/// constant of the program.
struct StoredProperty: @unchecked Sendable {
    let name: String
    private let offset: Int
    private let accessor: any StoredPropertyAccess.Type

    /// The class name and type for `attributes`.
    var declaration: InputDeclaration {
        InputDeclaration(attributeClass: accessor.attributeClass, type: accessor.attributeType)
    }

    func value(in filter: CIFilter) -> Any? {
        accessor.read(Unmanaged.passUnretained(filter).toOpaque() + offset)
    }

    /// Stores the value. Returns false if its class does not fit. nil is stored only in an optional property.
    func store(_ value: Any?, in filter: CIFilter) -> Bool {
        accessor.write(value, to: Unmanaged.passUnretained(filter).toOpaque() + offset)
    }

    /// Returns the plain stored properties of a class and its superclasses whose names begin with `input`.
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

    /// Calls `body` with the name, offset and type of each stored property of a class and its superclasses.
    static func forEachField(of type: CIFilter.Type, _ body: (_ name: String, _ offset: Int, _ type: Any.Type) -> Void)
    {
        // The runtime's constant for "this type is a class" is a mutable global, which strict concurrency rejects. Its
        // value is 1.
        let classOption = unsafeBitCast(UInt32(1), to: _EachFieldOptions.self)
        _ = _forEachField(of: type, options: classOption) { name, offset, fieldType, _ in
            body(String(cString: name), offset, fieldType)
            return true
        }
    }
}

/// Access to a property of one type at an address.
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

    package static func write(_ value: Any?, to address: UnsafeMutableRawPointer) -> Bool {
        guard let converted = value.map(Value.init(keyValue:)) ?? Value.absent else { return false }
        address.assumingMemoryBound(to: Value.self).pointee = converted
        return true
    }
}
