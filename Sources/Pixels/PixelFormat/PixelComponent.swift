/// A channel type that pixels are packed to and unpacked from.
protocol PixelComponent {
    /// The stored value as a float, nominally 0…1.
    var normalized: Float { get }
    /// The nearest stored value; integers clamp to 0…1 and store 0 for NaN.
    init(normalized: Float)
}

extension UInt8: PixelComponent {
    @inline(__always) var normalized: Float { Float(self) / 255 }
    // The comparison is written so that NaN fails it and gives 0.
    @inline(__always) init(normalized v: Float) { self = v > 0 ? UInt8(Swift.min(v, 1) * 255 + 0.5) : 0 }
}

extension UInt16: PixelComponent {
    @inline(__always) var normalized: Float { Float(self) / 65535 }
    @inline(__always) init(normalized v: Float) { self = v > 0 ? UInt16(Swift.min(v, 1) * 65535 + 0.5) : 0 }
}

extension Float16: PixelComponent {
    @inline(__always) var normalized: Float { Float(self) }
    @inline(__always) init(normalized v: Float) { self = v.isNaN ? 0 : Float16(v) }
}

extension Float: PixelComponent {
    @inline(__always) var normalized: Float { self }
    @inline(__always) init(normalized v: Float) { self = v.isNaN ? 0 : v }
}
