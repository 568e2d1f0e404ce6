/// Merges equal expressions into one instruction.
struct CommonSubexpressions {
    private struct Key: Hashable {
        var opcode: Opcode
        /// The bits of a float constant. Distinguishes 0 from −0, which compare equal.
        var bits: UInt32
        var operands: [Register]
    }

    private let registers: [RegisterInfo]
    private var results: [Key: [Register]] = [:]
    private var log: [Key] = []
    private var originals: [Register?]

    static func run(_ program: inout Program) {
        var pass = CommonSubexpressions(registers: program.registers)
        program.prologue = program.prologue.compactMap { pass.compute($0) }
        program.body = pass.statements(program.body)
        program.outputs = program.outputs.map { pass.original($0) }
    }

    private init(registers: [RegisterInfo]) {
        self.registers = registers
        originals = Array(repeating: nil, count: registers.count)
    }

    private func original(_ register: Register) -> Register { originals[register.index] ?? register }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var kept: [Statement] = []
        kept.reserveCapacity(list.count)
        for statement in list {
            switch statement {
            case .compute(let instruction):
                if let instruction = compute(instruction) { kept.append(.compute(instruction)) }
            case .branch(let condition, let then, let otherwise, let span):
                let condition = original(condition)
                kept.append(.branch(condition: condition, then: inner(then), otherwise: inner(otherwise), span: span))
            case .block(let label, let body, let span): kept.append(.block(label: label, body: inner(body), span: span))
            case .loop(let body, let span): kept.append(.loop(body: inner(body), span: span))
            case .exit: kept.append(statement)
            }
        }
        return kept
    }

    private mutating func inner(_ list: [Statement]) -> [Statement] {
        let start = log.count
        let result = statements(list)
        while log.count > start { results[log.removeLast()] = nil }
        return result
    }

    private mutating func compute(_ instruction: Instruction) -> Instruction? {
        var instruction = instruction
        for index in instruction.operands.indices {
            instruction.operands[index] = original(instruction.operands[index])
        }
        guard instruction.opcode.isPure, instruction.opcode != .move, !instruction.results.isEmpty,
            !(instruction.operands + instruction.results).contains(where: { registers[$0.index].isVariable })
        else { return instruction }
        var key = Key(opcode: instruction.opcode, bits: 0, operands: instruction.operands)
        if case .constantFloat(let value) = instruction.opcode {
            key.bits = value.bitPattern
            key.opcode = .constantFloat(0)
        }
        guard let known = results[key] else {
            results[key] = instruction.results
            log.append(key)
            return instruction
        }
        for (result, same) in zip(instruction.results, known) { originals[result.index] = same }
        return nil
    }
}
