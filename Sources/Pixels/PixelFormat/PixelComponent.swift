/// The type of a stored channel.
protocol PixelComponent: BitwiseCopyable {
    /// Reads a value, which needs no alignment.
    ///
    /// - Parameter isSwapped: Whether it is stored in the other byte order than the machine's.
    static func load(_ address: UnsafeRawPointer, isSwapped: Bool) -> Self
    /// The stored value as a float, nominally 0…1.
    var normalized: Float { get }
    /// Creates the nearest stored value. Integers clamp to 0…1. NaN is stored as 0.
    init(normalized: Float)
}

extension UInt8: PixelComponent {
    @inline(__always) static func load(_ address: UnsafeRawPointer, isSwapped: Bool) -> UInt8 {
        address.load(as: UInt8.self)
    }
    @inline(__always) var normalized: Float { Float(self) / 255 }
    // The comparison is false for NaN, which therefore becomes 0.
    @inline(__always) init(normalized v: Float) { self = v > 0 ? UInt8(Swift.min(v, 1) * 255 + 0.5) : 0 }
}

extension UInt16: PixelComponent {
    @inline(__always) static func load(_ address: UnsafeRawPointer, isSwapped: Bool) -> UInt16 {
        let bits = address.loadUnaligned(as: UInt16.self)
        return isSwapped ? bits.byteSwapped : bits
    }
    @inline(__always) var normalized: Float { Float(self) / 65535 }
    @inline(__always) init(normalized v: Float) { self = v > 0 ? UInt16(Swift.min(v, 1) * 65535 + 0.5) : 0 }
}

extension Float16: PixelComponent {
    @inline(__always) static func load(_ address: UnsafeRawPointer, isSwapped: Bool) -> Float16 {
        Float16(bitPattern: UInt16.load(address, isSwapped: isSwapped))
    }
    @inline(__always) var normalized: Float { Float(self) }
    @inline(__always) init(normalized v: Float) { self = v.isNaN ? 0 : Float16(v) }
}

extension Float: PixelComponent {
    @inline(__always) static func load(_ address: UnsafeRawPointer, isSwapped: Bool) -> Float {
        let bits = address.loadUnaligned(as: UInt32.self)
        return Float(bitPattern: isSwapped ? bits.byteSwapped : bits)
    }
    @inline(__always) var normalized: Float { self }
    @inline(__always) init(normalized v: Float) { self = v.isNaN ? 0 : v }
}
