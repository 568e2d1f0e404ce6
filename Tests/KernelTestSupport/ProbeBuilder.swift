import KernelLanguage

/// A builder of programs whose operands are channels of a picture or arguments.
struct ProbeBuilder {
    var registers: [RegisterInfo] = []
    var body: [Statement] = []
    let span = SourceSpan(start: 0, end: 0)

    mutating func value(_ opcode: Opcode, _ operands: [Register], _ types: [ScalarType], uniform: Bool = false)
        -> [Register]
    {
        let results = types.map { type in
            registers.append(RegisterInfo(type: type, isUniform: uniform, isVariable: false))
            return Register(registers.count - 1)
        }
        body.append(.compute(Instruction(opcode, operands, to: results, span: span)))
        return results
    }

    /// A float as an operand of another type.
    mutating func converted(_ register: Register, to type: ScalarType) -> Register {
        let uniform = registers[register.index].isUniform
        switch type {
        case .float: return register
        case .int: return value(.floatToInt, [register], [.int], uniform: uniform)[0]
        case .bool: return value(.floatToBool, [register], [.bool], uniform: uniform)[0]
        }
    }
}
