extension Opcode {
    /// The facts about this opcode. A new opcode needs a line here.
    package var traits: OpcodeTraits {
        switch self {
        case .constantFloat: OpcodeTraits("float", .constant, result: .float)
        case .constantInt: OpcodeTraits("int", .constant, result: .int)
        case .constantBool: OpcodeTraits("bool", .constant, result: .bool)
        case .argument: OpcodeTraits("argument", .input)
        case .samplerAttribute: OpcodeTraits("samplerAttribute", .input, result: .float)
        case .destCoord: OpcodeTraits("destCoord", .position, result: .float, resultCount: 2)
        case .move: OpcodeTraits("move", operands: 1)

        case .sampleAtDestination: OpcodeTraits("sampleAtDestination", .sampling, result: .float, resultCount: 4)
        case .sample: OpcodeTraits("sample", .sampling, operands: 2, of: .float, result: .float, resultCount: 4)
        case .sampleAtPoint:
            OpcodeTraits("sampleAtPoint", .sampling, operands: 2, of: .float, result: .float, resultCount: 4)

        case .addFloat: OpcodeTraits("addFloat", operands: 2, of: .float, result: .float)
        case .subtractFloat: OpcodeTraits("subtractFloat", operands: 2, of: .float, result: .float)
        case .multiplyFloat: OpcodeTraits("multiplyFloat", operands: 2, of: .float, result: .float)
        case .divideFloat: OpcodeTraits("divideFloat", operands: 2, of: .float, result: .float)
        case .negateFloat: OpcodeTraits("negateFloat", operands: 1, of: .float, result: .float)
        case .modFloat: OpcodeTraits("modFloat", operands: 2, of: .float, result: .float)
        case .absFloat: OpcodeTraits("absFloat", operands: 1, of: .float, result: .float)
        case .signFloat: OpcodeTraits("signFloat", operands: 1, of: .float, result: .float)
        case .floor: OpcodeTraits("floor", operands: 1, of: .float, result: .float)
        case .ceil: OpcodeTraits("ceil", operands: 1, of: .float, result: .float)
        case .fract: OpcodeTraits("fract", operands: 1, of: .float, result: .float)
        case .round: OpcodeTraits("round", operands: 1, of: .float, result: .float)
        case .roundEven: OpcodeTraits("roundEven", operands: 1, of: .float, result: .float)
        case .trunc: OpcodeTraits("trunc", operands: 1, of: .float, result: .float)
        case .minFloat: OpcodeTraits("minFloat", operands: 2, of: .float, result: .float)
        case .maxFloat: OpcodeTraits("maxFloat", operands: 2, of: .float, result: .float)
        case .fusedMultiplyAdd: OpcodeTraits("fusedMultiplyAdd", operands: 3, of: .float, result: .float)
        case .sqrt: OpcodeTraits("sqrt", operands: 1, of: .float, result: .float)
        case .inversesqrt: OpcodeTraits("inversesqrt", operands: 1, of: .float, result: .float)

        case .exp: OpcodeTraits("exp", .transcendental, operands: 1, of: .float, result: .float)
        case .exp2: OpcodeTraits("exp2", .transcendental, operands: 1, of: .float, result: .float)
        case .log: OpcodeTraits("log", .transcendental, operands: 1, of: .float, result: .float)
        case .log2: OpcodeTraits("log2", .transcendental, operands: 1, of: .float, result: .float)
        case .pow: OpcodeTraits("pow", .transcendental, operands: 2, of: .float, result: .float)
        case .sin: OpcodeTraits("sin", .transcendental, operands: 1, of: .float, result: .float)
        case .cos: OpcodeTraits("cos", .transcendental, operands: 1, of: .float, result: .float)
        case .tan: OpcodeTraits("tan", .transcendental, operands: 1, of: .float, result: .float)
        case .asin: OpcodeTraits("asin", .transcendental, operands: 1, of: .float, result: .float)
        case .acos: OpcodeTraits("acos", .transcendental, operands: 1, of: .float, result: .float)
        case .atan: OpcodeTraits("atan", .transcendental, operands: 1, of: .float, result: .float)
        case .atan2: OpcodeTraits("atan2", .transcendental, operands: 2, of: .float, result: .float)
        case .sinh: OpcodeTraits("sinh", .transcendental, operands: 1, of: .float, result: .float)
        case .cosh: OpcodeTraits("cosh", .transcendental, operands: 1, of: .float, result: .float)
        case .tanh: OpcodeTraits("tanh", .transcendental, operands: 1, of: .float, result: .float)
        case .asinh: OpcodeTraits("asinh", .transcendental, operands: 1, of: .float, result: .float)
        case .acosh: OpcodeTraits("acosh", .transcendental, operands: 1, of: .float, result: .float)
        case .atanh: OpcodeTraits("atanh", .transcendental, operands: 1, of: .float, result: .float)

        case .addInt: OpcodeTraits("addInt", operands: 2, of: .int, result: .int)
        case .subtractInt: OpcodeTraits("subtractInt", operands: 2, of: .int, result: .int)
        case .multiplyInt: OpcodeTraits("multiplyInt", operands: 2, of: .int, result: .int)
        case .divideInt: OpcodeTraits("divideInt", operands: 2, of: .int, result: .int)
        case .remainderInt: OpcodeTraits("remainderInt", operands: 2, of: .int, result: .int)
        case .negateInt: OpcodeTraits("negateInt", operands: 1, of: .int, result: .int)
        case .absInt: OpcodeTraits("absInt", operands: 1, of: .int, result: .int)
        case .signInt: OpcodeTraits("signInt", operands: 1, of: .int, result: .int)
        case .minInt: OpcodeTraits("minInt", operands: 2, of: .int, result: .int)
        case .maxInt: OpcodeTraits("maxInt", operands: 2, of: .int, result: .int)
        case .andInt: OpcodeTraits("andInt", operands: 2, of: .int, result: .int)
        case .orInt: OpcodeTraits("orInt", operands: 2, of: .int, result: .int)
        case .xorInt: OpcodeTraits("xorInt", operands: 2, of: .int, result: .int)
        case .notInt: OpcodeTraits("notInt", operands: 1, of: .int, result: .int)
        case .shiftLeft: OpcodeTraits("shiftLeft", operands: 2, of: .int, result: .int)
        case .shiftRight: OpcodeTraits("shiftRight", operands: 2, of: .int, result: .int)

        case .andBool: OpcodeTraits("andBool", operands: 2, of: .bool, result: .bool)
        case .orBool: OpcodeTraits("orBool", operands: 2, of: .bool, result: .bool)
        case .xorBool: OpcodeTraits("xorBool", operands: 2, of: .bool, result: .bool)
        case .notBool: OpcodeTraits("notBool", operands: 1, of: .bool, result: .bool)

        case .lessFloat: OpcodeTraits("lessFloat", operands: 2, of: .float, result: .bool)
        case .lessEqualFloat: OpcodeTraits("lessEqualFloat", operands: 2, of: .float, result: .bool)
        case .equalFloat: OpcodeTraits("equalFloat", operands: 2, of: .float, result: .bool)
        case .notEqualFloat: OpcodeTraits("notEqualFloat", operands: 2, of: .float, result: .bool)
        case .lessInt: OpcodeTraits("lessInt", operands: 2, of: .int, result: .bool)
        case .lessEqualInt: OpcodeTraits("lessEqualInt", operands: 2, of: .int, result: .bool)
        case .equalInt: OpcodeTraits("equalInt", operands: 2, of: .int, result: .bool)
        case .notEqualInt: OpcodeTraits("notEqualInt", operands: 2, of: .int, result: .bool)
        case .isNaN: OpcodeTraits("isNaN", operands: 1, of: .float, result: .bool)
        case .isInf: OpcodeTraits("isInf", operands: 1, of: .float, result: .bool)
        case .select: OpcodeTraits("select", operands: 3)

        case .intToFloat: OpcodeTraits("intToFloat", operands: 1, of: .int, result: .float)
        case .floatToInt: OpcodeTraits("floatToInt", operands: 1, of: .float, result: .int)
        case .boolToFloat: OpcodeTraits("boolToFloat", operands: 1, of: .bool, result: .float)
        case .boolToInt: OpcodeTraits("boolToInt", operands: 1, of: .bool, result: .int)
        case .floatToBool: OpcodeTraits("floatToBool", operands: 1, of: .float, result: .bool)
        case .intToBool: OpcodeTraits("intToBool", operands: 1, of: .int, result: .bool)
        case .floatBits: OpcodeTraits("floatBits", operands: 1, of: .float, result: .int)
        case .bitsToFloat: OpcodeTraits("bitsToFloat", operands: 1, of: .int, result: .float)

        case .lookup: OpcodeTraits("lookup", operands: 1, of: .int, result: .float)

        case .loadElement: OpcodeTraits("loadElement", .array, operands: 1)
        case .storeElement: OpcodeTraits("storeElement", .array, operands: 2, resultCount: 0)
        }
    }

    /// Types of the operands and results. Nil for opcodes whose types vary: `argument`, `move`, `select` and array
    /// access.
    package var signature: (operands: [ScalarType], results: [ScalarType])? {
        let traits = traits
        guard traits.hasFixedTypes else { return nil }
        func list(_ type: ScalarType?, _ count: Int) -> [ScalarType] {
            type.map { Array(repeating: $0, count: count) } ?? []
        }
        return (list(traits.operandType, traits.operandCount), list(traits.resultType, traits.resultCount))
    }

    /// Whether `Program.expandingTranscendentals` replaces the instruction. Backends need no code for it, unless they
    /// call a function.
    package var isTranscendental: Bool { traits.category == .transcendental }

    /// Whether equal operands always give equal results, wherever the instruction is in a pixel's code.
    var isPure: Bool { traits.category != .array }

    /// Whether the instruction takes about as long as a few additions, so that computing it in vain is better than a
    /// branch around it.
    var isCheap: Bool {
        switch traits.category {
        case .sampling, .transcendental: false
        case .constant, .input, .position, .arithmetic, .array: true
        }
    }

    /// Whether results can differ between pixels even if the operands are equal.
    var isVaryingSource: Bool {
        switch traits.category {
        case .position, .sampling, .array: true
        case .constant, .input, .arithmetic, .transcendental: false
        }
    }

    /// The index of the image parameter that the instruction reads, or nil.
    package var image: Int? {
        switch self {
        case .sampleAtDestination(let image), .sample(let image), .sampleAtPoint(let image),
            .samplerAttribute(let image, _):
            image
        default: nil
        }
    }

    /// The index of the image parameter that the instruction samples at a point that it computes, or nil.
    package var imageReadAnywhere: Int? {
        traits.category == .sampling && traits.operandCount > 0 ? image : nil
    }

    /// The index of the local array that the instruction accesses, or nil.
    package var array: Int? {
        switch self {
        case .loadElement(let array), .storeElement(let array): array
        default: nil
        }
    }
}

extension Opcode: CustomStringConvertible {
    /// The name and the associated values, as dumps of programs print them.
    package var description: String {
        switch self {
        case .constantFloat(let value): "\(traits.name) \(value)"
        case .constantInt(let value): "\(traits.name) \(value)"
        case .constantBool(let value): "\(traits.name) \(value)"
        case .argument(let parameter, let component): "\(traits.name) \(parameter).\(component)"
        case .sampleAtDestination(let image): "\(traits.name) image \(image)"
        case .samplerAttribute(let image, let attribute): "\(traits.name) image \(image) \(attribute.rawValue)"
        case .sample(let image): "sample image \(image) at"
        case .sampleAtPoint(let image): "sample image \(image) at point"
        case .lookup(let table): "\(traits.name) \(table.values)"
        case .loadElement(let array): "load array \(array) at"
        case .storeElement(let array): "store array \(array) at"
        default: traits.name
        }
    }
}
