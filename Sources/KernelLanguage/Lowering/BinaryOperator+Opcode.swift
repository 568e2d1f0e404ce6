extension BinaryOperator {
    /// Returns the opcode for scalars of a type that the operator accepts, and whether the opcode takes the operands in
    /// reverse order. The equality of bools has no opcode of its own.
    func opcode(for type: ScalarType) -> (opcode: Opcode, isReversed: Bool) {
        let isInt = type == .int
        return switch self {
        case .add: (isInt ? .addInt : .addFloat, false)
        case .subtract: (isInt ? .subtractInt : .subtractFloat, false)
        case .multiply: (isInt ? .multiplyInt : .multiplyFloat, false)
        case .divide: (isInt ? .divideInt : .divideFloat, false)
        case .remainder: (.remainderInt, false)
        case .shiftLeft: (.shiftLeft, false)
        case .shiftRight: (.shiftRight, false)
        case .bitAnd: (.andInt, false)
        case .bitOr: (.orInt, false)
        case .bitXor: (.xorInt, false)
        case .less: (isInt ? .lessInt : .lessFloat, false)
        case .greater: (isInt ? .lessInt : .lessFloat, true)
        case .lessEqual: (isInt ? .lessEqualInt : .lessEqualFloat, false)
        case .greaterEqual: (isInt ? .lessEqualInt : .lessEqualFloat, true)
        case .equal: (isInt ? .equalInt : .equalFloat, false)
        case .notEqual: (type == .bool ? .xorBool : isInt ? .notEqualInt : .notEqualFloat, false)
        case .and: (.andBool, false)
        case .or: (.orBool, false)
        case .xor: (.xorBool, false)
        }
    }
}
