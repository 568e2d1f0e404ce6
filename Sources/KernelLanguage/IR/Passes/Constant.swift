/// A scalar known at compile time.
package enum Constant: Hashable, Sendable {
    case float(Float)
    case int(Int32)
    case bool(Bool)

    /// The constant of a constant instruction, or nil for any other instruction.
    package init?(_ opcode: Opcode) {
        switch opcode {
        case .constantFloat(let value): self = .float(value)
        case .constantInt(let value): self = .int(value)
        case .constantBool(let value): self = .bool(value)
        default: return nil
        }
    }

    /// The value that variables of a type have at the start of a program.
    package static func initialValue(of type: ScalarType) -> Constant {
        switch type {
        case .float: .float(0)
        case .int: .int(0)
        case .bool: .bool(false)
        }
    }

    package var opcode: Opcode {
        switch self {
        case .float(let value): .constantFloat(value)
        case .int(let value): .constantInt(value)
        case .bool(let value): .constantBool(value)
        }
    }

    /// Returns the result of an instruction whose result IEEE or integer arithmetic defines exactly, or nil for other
    /// instructions, which the backend computes.
    package static func folding(_ opcode: Opcode, _ values: [Constant?]) -> Constant? {
        switch values.count {
        case 1: values[0].flatMap { unary(opcode, $0) }
        case 2:
            switch (values[0], values[1]) {
            case (.float(let a)?, .float(let b)?): float(opcode, a, b)
            case (.int(let a)?, .int(let b)?): int(opcode, a, b)
            case (.bool(let a)?, .bool(let b)?): bool(opcode, a, b)
            default: nil
            }
        default: nil
        }
    }

    private static func unary(_ opcode: Opcode, _ value: Constant) -> Constant? {
        switch (opcode, value) {
        case (.floatBits, .float(let a)): .int(Int32(bitPattern: a.bitPattern))
        case (.bitsToFloat, .int(let a)): .float(Float(bitPattern: UInt32(bitPattern: a)))
        case (.lookup(let table), .int(let a)): .float(table[a])
        case (.negateFloat, .float(let a)): .float(-a)
        case (.absFloat, .float(let a)): .float(a.magnitude)
        case (.floor, .float(let a)): .float(a.rounded(.down))
        case (.ceil, .float(let a)): .float(a.rounded(.up))
        case (.trunc, .float(let a)): .float(a.rounded(.towardZero))
        case (.sqrt, .float(let a)): .float(a.squareRoot())
        case (.negateInt, .int(let a)): .int(0 &- a)
        case (.notInt, .int(let a)): .int(~a)
        case (.absInt, .int(let a)): .int(a < 0 ? 0 &- a : a)
        case (.signInt, .int(let a)): .int(a.signum())
        case (.notBool, .bool(let a)): .bool(!a)
        case (.isNaN, .float(let a)): .bool(a.isNaN)
        case (.isInf, .float(let a)): .bool(a.isInfinite)
        case (.intToFloat, .int(let a)): .float(Float(a))
        case (.floatToInt, .float(let a)): .int(Int32(saturating: a))
        case (.boolToFloat, .bool(let a)): .float(a ? 1 : 0)
        case (.boolToInt, .bool(let a)): .int(a ? 1 : 0)
        case (.floatToBool, .float(let a)): .bool(a != 0)
        case (.intToBool, .int(let a)): .bool(a != 0)
        default: nil
        }
    }

    private static func float(_ opcode: Opcode, _ a: Float, _ b: Float) -> Constant? {
        switch opcode {
        case .addFloat: .float(a + b)
        case .subtractFloat: .float(a - b)
        case .multiplyFloat: .float(a * b)
        case .divideFloat: .float(a / b)
        case .minFloat: .float(b < a ? b : a)
        case .maxFloat: .float(a < b ? b : a)
        case .lessFloat: .bool(a < b)
        case .lessEqualFloat: .bool(a <= b)
        case .equalFloat: .bool(a == b)
        case .notEqualFloat: .bool(a != b)
        default: nil
        }
    }

    private static func int(_ opcode: Opcode, _ a: Int32, _ b: Int32) -> Constant? {
        switch opcode {
        case .addInt: .int(a &+ b)
        case .subtractInt: .int(a &- b)
        case .multiplyInt: .int(a &* b)
        case .divideInt: .int(b == 0 ? 0 : a.dividedReportingOverflow(by: b).partialValue)
        case .remainderInt: .int(b == 0 ? 0 : a.remainderReportingOverflow(dividingBy: b).partialValue)
        case .minInt: .int(min(a, b))
        case .maxInt: .int(max(a, b))
        case .andInt: .int(a & b)
        case .orInt: .int(a | b)
        case .xorInt: .int(a ^ b)
        case .shiftLeft: .int(a &<< b)
        case .shiftRight: .int(a &>> b)
        case .lessInt: .bool(a < b)
        case .lessEqualInt: .bool(a <= b)
        case .equalInt: .bool(a == b)
        case .notEqualInt: .bool(a != b)
        default: nil
        }
    }

    private static func bool(_ opcode: Opcode, _ a: Bool, _ b: Bool) -> Constant? {
        switch opcode {
        case .andBool: .bool(a && b)
        case .orBool: .bool(a || b)
        case .xorBool: .bool(a != b)
        default: nil
        }
    }
}
