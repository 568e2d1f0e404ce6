/// Compile-time integer arithmetic, with the same results as the opcodes' at run time.
enum ConstantArithmetic {
    /// Returns the result, or nil for a division by zero.
    static func int(_ operation: BinaryOperator, _ a: Int32, _ b: Int32) -> Int32? {
        func truth(_ value: Bool) -> Int32 { value ? 1 : 0 }
        return switch operation {
        case .multiply: a &* b
        case .divide: b == 0 ? nil : a.dividedReportingOverflow(by: b).partialValue
        case .remainder: b == 0 ? nil : a.remainderReportingOverflow(dividingBy: b).partialValue
        case .add: a &+ b
        case .subtract: a &- b
        case .shiftLeft: a &<< b
        case .shiftRight: a &>> b
        case .less: truth(a < b)
        case .greater: truth(a > b)
        case .lessEqual: truth(a <= b)
        case .greaterEqual: truth(a >= b)
        case .equal: truth(a == b)
        case .notEqual: truth(a != b)
        case .bitAnd: a & b
        case .bitXor: a ^ b
        case .bitOr: a | b
        case .and: truth(a != 0 && b != 0)
        case .xor: truth((a != 0) != (b != 0))
        case .or: truth(a != 0 || b != 0)
        }
    }
}
