/// A computation with four 32-bit integers, one for each channel of a pixel. Emitters write it as instructions.
///
/// Every processor computes it identically: there are no floats but those that equal a small integer, so neither the
/// device's rounding nor its treatment of denormal numbers and NaN matters. Parts that several others use are computed
/// once.
package final class ChannelCode: Sendable {
    /// What is computed for each channel. Integers have no sign, except where that is stated.
    package enum Operation: Sendable, Hashable {
        /// The integers that are given, without operands.
        case given
        /// Constants, without operands.
        case constant(SIMD4<UInt32>)
        /// The bits that both operands have, or at least one of them.
        case and, or
        /// Modulo 2³².
        case sum, difference, product
        /// The first operand, shifted by the second, which is less than 32. The new bits are zeros.
        case leftShift, rightShift
        /// The smaller or the larger of two signed integers.
        case smaller, larger
        /// The third of four operands if the first is less than the second, as signed integers; else the fourth.
        case choice
        /// The bits of the float that equals an integer, which is less than 2²⁴.
        case floatBits
    }

    /// What is computed.
    package let operation: Operation
    /// What it is computed with.
    package let operands: [ChannelCode]

    init(_ operation: Operation, _ operands: [ChannelCode] = []) {
        (self.operation, self.operands) = (operation, operands)
    }

    /// Computes the results. `compute` is called once for each part, with the results of its operands.
    package func results<Value>(_ compute: (Operation, [Value]) -> Value) -> Value {
        var known: [ObjectIdentifier: Value] = [:]
        func value(_ code: ChannelCode) -> Value {
            if let value = known[ObjectIdentifier(code)] { return value }
            let value = compute(code.operation, code.operands.map(value))
            known[ObjectIdentifier(code)] = value
            return value
        }
        return value(self)
    }
}
