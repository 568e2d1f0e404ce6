/// An int in a program that is being built. Arithmetic wraps.
package struct IntValue {
    let register: Register
    let builder: ProgramBuilder

    init(_ register: Register, _ builder: ProgramBuilder) { (self.register, self.builder) = (register, builder) }

    private func with(_ opcode: Opcode, _ other: IntValue) -> IntValue {
        IntValue(builder.emit(opcode, [register, other.register], .int), builder)
    }

    /// a + b
    package static func + (a: IntValue, b: IntValue) -> IntValue { a.with(.addInt, b) }
    /// a + b
    package static func + (a: IntValue, b: Int32) -> IntValue { a + a.builder.constant(b) }
    /// a − b
    package static func - (a: IntValue, b: IntValue) -> IntValue { a.with(.subtractInt, b) }
    /// a − b
    package static func - (a: IntValue, b: Int32) -> IntValue { a - a.builder.constant(b) }
    /// Bitwise and.
    package static func & (a: IntValue, b: Int32) -> IntValue { a.with(.andInt, a.builder.constant(b)) }
    /// Bitwise or.
    package static func | (a: IntValue, b: IntValue) -> IntValue { a.with(.orInt, b) }
    /// Bitwise exclusive or.
    package static func ^ (a: IntValue, b: IntValue) -> IntValue { a.with(.xorInt, b) }
    /// a shifted left by b & 31.
    package static func << (a: IntValue, b: Int32) -> IntValue { a.with(.shiftLeft, a.builder.constant(b)) }
    /// a shifted right arithmetically by b & 31.
    package static func >> (a: IntValue, b: Int32) -> IntValue { a.with(.shiftRight, a.builder.constant(b)) }

    /// a < b
    package static func < (a: IntValue, b: Int32) -> BoolValue {
        BoolValue(a.builder.emit(.lessInt, [a.register, a.builder.constant(b).register], .bool), a.builder)
    }
    /// Whether a < 0.
    package var isNegative: BoolValue { self < 0 }
    /// Whether a ≠ 0.
    package var isNotZero: BoolValue { BoolValue(builder.emit(.intToBool, [register], .bool), builder) }
    /// The nearest float.
    package var float: FloatValue { FloatValue(builder.emit(.intToFloat, [register], .float), builder) }
    /// The float that has this bit pattern.
    package var floatWithBits: FloatValue { FloatValue(builder.emit(.bitsToFloat, [register], .float), builder) }
    /// Returns number a & 15 of a table.
    package func lookup(_ table: LookupTable) -> FloatValue {
        FloatValue(builder.emit(.lookup(table), [register], .float), builder)
    }
}
