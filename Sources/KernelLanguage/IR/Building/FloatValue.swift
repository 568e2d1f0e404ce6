/// A float in a program that is being built.
///
/// Each operator emits the instruction of the same name. Nothing is reordered or rounded differently.
package struct FloatValue {
    let register: Register
    /// The builder of the program that contains the value.
    package let builder: ProgramBuilder

    init(_ register: Register, _ builder: ProgramBuilder) { (self.register, self.builder) = (register, builder) }

    private func with(_ opcode: Opcode) -> FloatValue { FloatValue(builder.emit(opcode, [register], .float), builder) }

    private func with(_ opcode: Opcode, _ other: FloatValue) -> FloatValue {
        FloatValue(builder.emit(opcode, [register, other.register], .float), builder)
    }

    private func comparing(_ opcode: Opcode, _ other: FloatValue) -> BoolValue {
        BoolValue(builder.emit(opcode, [register, other.register], .bool), builder)
    }

    // MARK: Arithmetic

    /// a + b
    package static func + (a: FloatValue, b: FloatValue) -> FloatValue { a.with(.addFloat, b) }
    /// a + b
    package static func + (a: FloatValue, b: Float) -> FloatValue { a + a.builder.constant(b) }
    /// a − b
    package static func - (a: FloatValue, b: FloatValue) -> FloatValue { a.with(.subtractFloat, b) }
    /// a − b
    package static func - (a: FloatValue, b: Float) -> FloatValue { a - a.builder.constant(b) }
    /// a − b
    package static func - (a: Float, b: FloatValue) -> FloatValue { b.builder.constant(a) - b }
    /// a · b
    package static func * (a: FloatValue, b: FloatValue) -> FloatValue { a.with(.multiplyFloat, b) }
    /// a · b
    package static func * (a: FloatValue, b: Float) -> FloatValue { a * a.builder.constant(b) }
    /// a / b
    package static func / (a: FloatValue, b: FloatValue) -> FloatValue { a.with(.divideFloat, b) }
    /// a / b
    package static func / (a: FloatValue, b: Float) -> FloatValue { a / a.builder.constant(b) }
    /// a / b
    package static func / (a: Float, b: FloatValue) -> FloatValue { b.builder.constant(a) / b }
    /// −a
    package static prefix func - (a: FloatValue) -> FloatValue { a.with(.negateFloat) }

    /// Returns a · b + c, rounded once.
    package static func fusedMultiplyAdd(_ a: FloatValue, _ b: FloatValue, _ c: FloatValue) -> FloatValue {
        let operands = [a.register, b.register, c.register]
        return FloatValue(a.builder.emit(.fusedMultiplyAdd, operands, .float), a.builder)
    }

    /// |a|
    package var magnitude: FloatValue { with(.absFloat) }
    /// √a
    package var squareRoot: FloatValue { with(.sqrt) }
    /// The largest whole number that is not greater than a.
    package var floor: FloatValue { with(.floor) }
    /// Returns the smaller of a and b. If b is NaN, returns a. If a is NaN, returns NaN.
    package func minimum(_ b: FloatValue) -> FloatValue { with(.minFloat, b) }
    /// Returns the smaller of a and b, or NaN if a is NaN.
    package func minimum(_ b: Float) -> FloatValue { minimum(builder.constant(b)) }
    /// Returns the larger of a and b. If b is NaN, returns a. If a is NaN, returns NaN.
    package func maximum(_ b: FloatValue) -> FloatValue { with(.maxFloat, b) }
    /// Returns the larger of a and b, or NaN if a is NaN.
    package func maximum(_ b: Float) -> FloatValue { maximum(builder.constant(b)) }

    /// eᵃ, with the accuracy that `Opcode.exp` states.
    package var exponential: FloatValue { with(.exp) }
    /// The natural logarithm of a, with the accuracy that `Opcode.log` states.
    package var logarithm: FloatValue { with(.log) }
    /// Returns a to the power b, with the accuracy that `Opcode.pow` states.
    package func power(_ b: FloatValue) -> FloatValue { with(.pow, b) }

    // MARK: Comparisons and choice

    /// a < b
    package static func < (a: FloatValue, b: FloatValue) -> BoolValue { a.comparing(.lessFloat, b) }
    /// a < b
    package static func < (a: FloatValue, b: Float) -> BoolValue { a < a.builder.constant(b) }
    /// a ≤ b
    package static func <= (a: FloatValue, b: FloatValue) -> BoolValue { a.comparing(.lessEqualFloat, b) }
    /// a ≤ b
    package static func <= (a: FloatValue, b: Float) -> BoolValue { a <= a.builder.constant(b) }
    /// a > b
    package static func > (a: FloatValue, b: FloatValue) -> BoolValue { b < a }
    /// a > b
    package static func > (a: FloatValue, b: Float) -> BoolValue { a.builder.constant(b) < a }
    /// Returns whether a = b. 0 equals −0.
    package func isEqual(to b: FloatValue) -> BoolValue { comparing(.equalFloat, b) }
    /// Returns whether a = b. 0 equals −0.
    package func isEqual(to b: Float) -> BoolValue { isEqual(to: builder.constant(b)) }
    /// Whether a is NaN.
    package var isNaN: BoolValue { BoolValue(builder.emit(.isNaN, [register], .bool), builder) }

    // MARK: Bits

    /// The float's bit pattern.
    package var bits: IntValue { IntValue(builder.emit(.floatBits, [register], .int), builder) }
    /// Returns the float, negated where the sign bit of `other` is set.
    package func flippingSign(where other: FloatValue) -> FloatValue { flippingSign(by: other.bits & .min) }
    /// Returns the float with its sign bit exclusive-ored with the sign bit of `sign`.
    func flippingSign(by sign: IntValue) -> FloatValue { (bits ^ sign).floatWithBits }

    /// Returns Σ coefficients[i] · aⁱ by Horner's scheme, with the product and the sum of each step rounded separately.
    func polynomial(_ coefficients: [Float]) -> FloatValue {
        guard let last = coefficients.last else { return builder.constant(0) }
        return coefficients.dropLast().reversed().reduce(builder.constant(last)) { $0 * self + $1 }
    }
}
