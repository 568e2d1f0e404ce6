import Foundation

/// Core Foundation's name for a string, so that `name as CFString` compiles unchanged.
public typealias CFString = String

/// Core Foundation's name for bytes, so that `CGDataProvider(data: bytes as CFData)` compiles unchanged.
public typealias CFData = Data

/// Core Foundation's name for a dictionary, so that `attributes as CFDictionary` compiles unchanged.
public typealias CFDictionary = [String: Any]

/// Core Foundation's name for a number, so that `NSNumber(value: 1) as CFNumber` compiles unchanged.
public typealias CFNumber = NSNumber

/// Core Foundation's name for a truth value.
public typealias CFBoolean = Bool

/// Core Foundation's name for any value. Values don't have to be objects here, because its other names stand for
/// Swift's own types.
public typealias CFTypeRef = Any

/// True, as a value of a dictionary. It is implicitly unwrapped, as on Apple's systems, so that `kCFBooleanTrue!` and
/// `kCFBooleanTrue as Any` compile.
public let kCFBooleanTrue: CFBoolean! = true

/// False, as a value of a dictionary.
public let kCFBooleanFalse: CFBoolean! = false

/// Core Foundation's name for what allocates memory. Functions that take an allocator ignore it: this library's own
/// memory suits the instructions that process pixels.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The allocator to pass where none is preferred, which is nil, as on Apple's systems.
public var kCFAllocatorDefault: CFAllocator? { nil }
