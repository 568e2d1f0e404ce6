/// Folds instructions that have constant operands and an exact result, and removes copies and branches with a constant
/// condition.
struct ConstantFolding {
    private let registers: [RegisterInfo]
    private var constants: [Constant?]
    /// For each removed temporary, the register that replaces it.
    private var originals: [Register?]

    static func run(_ program: inout Program) {
        var pass = ConstantFolding(registers: program.registers)
        program.prologue = program.prologue.compactMap { pass.compute($0) }
        program.body = pass.statements(program.body)
        program.outputs = program.outputs.map { pass.original($0) }
    }

    private init(registers: [RegisterInfo]) {
        self.registers = registers
        constants = Array(repeating: nil, count: registers.count)
        originals = Array(repeating: nil, count: registers.count)
    }

    private func original(_ register: Register) -> Register { originals[register.index] ?? register }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(list.count)
        for statement in list {
            switch statement {
            case .compute(let instruction): if let kept = compute(instruction) { result.append(.compute(kept)) }
            case .branch(let condition, let then, let otherwise, let span):
                let condition = original(condition)
                if case .bool(let value)? = constants[condition.index] {
                    result += statements(value ? then : otherwise)
                    if case .exit? = result.last { return result }
                    continue
                }
                result.append(
                    .branch(condition: condition, then: statements(then), otherwise: statements(otherwise), span: span))
            case .block(let label, let body, let span):
                result.append(.block(label: label, body: statements(body), span: span))
            case .loop(let body, let span): result.append(.loop(body: statements(body), span: span))
            case .exit:
                result.append(statement)
                return result
            }
        }
        return result
    }

    /// Returns the instruction with its operands replaced, or nil if another register replaces its result.
    private mutating func compute(_ instruction: Instruction) -> Instruction? {
        var instruction = instruction
        for index in instruction.operands.indices {
            instruction.operands[index] = original(instruction.operands[index])
        }
        guard instruction.results.count == 1, !registers[instruction.results[0].index].isVariable,
            instruction.opcode.isPure
        else {
            return instruction
        }
        let result = instruction.results[0].index
        let values = instruction.operands.map { constants[$0.index] }
        if let constant = Constant(instruction.opcode) ?? Constant.folding(instruction.opcode, values) {
            constants[result] = constant
            instruction.opcode = constant.opcode
            instruction.operands = []
            return instruction
        }
        if let same = Self.sameAs(instruction.opcode, values, instruction.operands), !registers[same.index].isVariable {
            originals[result] = same
            return nil
        }
        return instruction
    }

    /// Returns the operand that is equal to the result in every bit, or nil.
    static func sameAs(_ opcode: Opcode, _ values: [Constant?], _ operands: [Register]) -> Register? {
        func isConstant(_ index: Int, _ value: Constant) -> Bool { values[index] == value }
        switch opcode {
        case .move: return operands[0]
        case .multiplyFloat:
            return isConstant(1, .float(1)) ? operands[0] : isConstant(0, .float(1)) ? operands[1] : nil
        case .divideFloat: return isConstant(1, .float(1)) ? operands[0] : nil
        case .subtractFloat:
            if case .float(let value)? = values[1], value == 0, value.sign == .plus { return operands[0] }
            return nil
        case .addInt: return isConstant(1, .int(0)) ? operands[0] : isConstant(0, .int(0)) ? operands[1] : nil
        case .subtractInt, .shiftLeft, .shiftRight: return isConstant(1, .int(0)) ? operands[0] : nil
        case .multiplyInt: return isConstant(1, .int(1)) ? operands[0] : isConstant(0, .int(1)) ? operands[1] : nil
        case .divideInt: return isConstant(1, .int(1)) ? operands[0] : nil
        case .andBool: return isConstant(1, .bool(true)) ? operands[0] : isConstant(0, .bool(true)) ? operands[1] : nil
        case .orBool: return isConstant(1, .bool(false)) ? operands[0] : isConstant(0, .bool(false)) ? operands[1] : nil
        case .select:
            if case .bool(let value)? = values[0] { return operands[value ? 1 : 2] }
            return operands[1] == operands[2] ? operands[1] : nil
        default: return nil
        }
    }
}
