extension Opcode {
    /// Types of the operands and results. Nil for opcodes whose types vary: `argument`, `move`, `select` and array
    /// access.
    public var signature: (operands: [ScalarType], results: [ScalarType])? {
        switch self {
        case .constantFloat: ([], [.float])
        case .constantInt: ([], [.int])
        case .constantBool: ([], [.bool])
        case .argument, .move, .select, .loadElement, .storeElement: nil
        case .destCoord: ([], [.float, .float])
        case .sampleAtDestination: ([], [.float, .float, .float, .float])
        case .sample, .sampleAtPoint: ([.float, .float], [.float, .float, .float, .float])
        case .samplerAttribute: ([], [.float])
        case .addFloat, .subtractFloat, .multiplyFloat, .divideFloat, .modFloat, .minFloat, .maxFloat, .pow, .atan2:
            ([.float, .float], [.float])
        case .fusedMultiplyAdd: ([.float, .float, .float], [.float])
        case .negateFloat, .absFloat, .signFloat, .floor, .ceil, .fract, .round, .roundEven, .trunc, .sqrt,
            .inversesqrt, .exp,
            .exp2, .log, .log2, .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh:
            ([.float], [.float])
        case .addInt, .subtractInt, .multiplyInt, .divideInt, .remainderInt, .minInt, .maxInt, .andInt, .orInt, .xorInt,
            .shiftLeft,
            .shiftRight:
            ([.int, .int], [.int])
        case .negateInt, .absInt, .signInt, .notInt: ([.int], [.int])
        case .andBool, .orBool, .xorBool: ([.bool, .bool], [.bool])
        case .notBool: ([.bool], [.bool])
        case .lessFloat, .lessEqualFloat, .equalFloat, .notEqualFloat: ([.float, .float], [.bool])
        case .lessInt, .lessEqualInt, .equalInt, .notEqualInt: ([.int, .int], [.bool])
        case .isNaN, .isInf: ([.float], [.bool])
        case .intToFloat: ([.int], [.float])
        case .floatToInt: ([.float], [.int])
        case .boolToFloat: ([.bool], [.float])
        case .boolToInt: ([.bool], [.int])
        case .floatToBool: ([.float], [.bool])
        case .intToBool: ([.int], [.bool])
        case .floatBits: ([.float], [.int])
        case .bitsToFloat: ([.int], [.float])
        }
    }

    /// Whether equal operands always give equal results, wherever the instruction is in a pixel's code.
    var isPure: Bool {
        switch self {
        case .loadElement, .storeElement: false
        default: true
        }
    }

    /// Whether results can differ between pixels even if the operands are equal.
    var isVaryingSource: Bool {
        switch self {
        case .destCoord, .sampleAtDestination, .sample, .sampleAtPoint, .loadElement: true
        default: false
        }
    }
}
