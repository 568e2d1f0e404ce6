/// The types and constants of kernels. Integers have no sign: instructions do.
extension SPIRVModuleWriter {
    /// The type without values.
    var void: UInt32 { type(.typeVoid) }
    /// True or false.
    var bool: UInt32 { type(.typeBool) }
    /// 32-bit integers.
    var int: UInt32 { type(.typeInt, [32, 0]) }
    /// 64-bit integers, and addresses.
    var long: UInt32 { type(.typeInt, [64, 0]) }
    /// 32-bit floats.
    var float: UInt32 { type(.typeFloat, [32]) }
    /// 64-bit floats.
    var double: UInt32 { type(.typeFloat, [64]) }
    /// Four floats: a colour.
    var color: UInt32 { type(.typeVector, [float, 4]) }
    /// Four 32-bit integers: the channels of a pixel.
    var channels: UInt32 { type(.typeVector, [int, 4]) }

    /// Returns the type of pointers to a type.
    func pointer(_ storage: SPIRVStorageClass, _ type: UInt32) -> UInt32 {
        self.type(.typePointer, [storage.rawValue, type])
    }

    /// Returns a constant bool.
    func constant(_ value: Bool) -> UInt32 { constant(value ? .constantTrue : .constantFalse, bool) }

    /// Returns a constant 32-bit integer.
    func constant(_ value: Int32) -> UInt32 { constant(.constant, int, [UInt32(bitPattern: value)]) }

    /// Returns a constant 64-bit integer.
    func constant(long value: Int) -> UInt32 {
        constant(.constant, long, Self.halves(UInt64(bitPattern: Int64(value))))
    }

    /// Returns a constant 32-bit float.
    func constant(_ value: Float) -> UInt32 { constant(.constant, float, [value.bitPattern]) }

    /// Returns a constant 64-bit float.
    func constant(_ value: Double) -> UInt32 { constant(.constant, double, Self.halves(value.bitPattern)) }

    /// Returns a constant of four 32-bit integers.
    func constant(_ values: SIMD4<UInt32>) -> UInt32 {
        constant(.constantComposite, channels, (0..<4).map { constant(.constant, int, [values[$0]]) })
    }

    /// Returns the constant of a type whose bits are all zero.
    func zero(_ type: UInt32) -> UInt32 { constant(.constantNull, type) }

    /// Returns the words of a 64-bit literal, of which the lower half comes first.
    private static func halves(_ bits: UInt64) -> [UInt32] {
        [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32)]
    }
}
