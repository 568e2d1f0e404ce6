/// Replaces reads of a variable by the temporary that was moved to it last, so that straight-line code needs no
/// variables.
struct ForwardValues {
    private let registers: [RegisterInfo]
    /// For each variable, the temporary that holds the same value at the current statement, if known.
    private var known: [Register?]
    /// Earlier values of `known`, restored at the end of an inner statement list.
    private var log: [(variable: Int, before: Register?)] = []
    /// Written variables, in the order of their writes.
    private var writes: [Int] = []

    static func run(_ program: inout Program) {
        var pass = ForwardValues(registers: program.registers)
        program.body = pass.statements(program.body)
        program.outputs = program.outputs.map { pass.current($0) }
    }

    private init(registers: [RegisterInfo]) {
        self.registers = registers
        known = Array(repeating: nil, count: registers.count)
    }

    private func current(_ register: Register) -> Register { known[register.index] ?? register }

    private mutating func set(_ variable: Int, _ value: Register?) {
        log.append((variable, known[variable]))
        known[variable] = value
    }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(list.count)
        for statement in list {
            switch statement {
            case .compute(let instruction): result.append(.compute(compute(instruction)))
            case .branch(let condition, let then, let otherwise, let span):
                let condition = current(condition)
                let firstWrite = writes.count
                let first = inner(then)
                let second = inner(otherwise)
                result.append(.branch(condition: condition, then: first, otherwise: second, span: span))
                forget(from: firstWrite)
            case .block(let label, let body, let span):
                let firstWrite = writes.count
                result.append(.block(label: label, body: inner(body), span: span))
                forget(from: firstWrite)
            case .loop(let body, let span):
                let firstWrite = writes.count
                // An iteration starts with the values of the previous one, so forget all variables that the loop
                // writes.
                noteWrites(in: body)
                forget(from: firstWrite)
                result.append(.loop(body: inner(body), span: span))
                forget(from: firstWrite)
            case .exit: result.append(statement)
            }
        }
        return result
    }

    private mutating func compute(_ instruction: Instruction) -> Instruction {
        var instruction = instruction
        for index in instruction.operands.indices { instruction.operands[index] = current(instruction.operands[index]) }
        for result in instruction.results where registers[result.index].isVariable {
            writes.append(result.index)
            set(result.index, nil)
        }
        guard instruction.opcode == .move else { return instruction }
        let (source, target) = (instruction.operands[0].index, instruction.results[0].index)
        switch (registers[source].isVariable, registers[target].isVariable) {
        case (false, true): set(target, Register(source))
        case (true, false): set(source, Register(target))
        default: break
        }
        return instruction
    }

    private mutating func inner(_ list: [Statement]) -> [Statement] {
        let start = log.count
        let result = statements(list)
        while log.count > start {
            let entry = log.removeLast()
            known[entry.variable] = entry.before
        }
        return result
    }

    private mutating func forget(from firstWrite: Int) {
        for variable in writes[firstWrite...] where known[variable] != nil { set(variable, nil) }
    }

    private mutating func noteWrites(in list: [Statement]) {
        for statement in list {
            switch statement {
            case .compute(let instruction):
                for result in instruction.results where registers[result.index].isVariable {
                    writes.append(result.index)
                }
            case .branch(_, let then, let otherwise, _):
                noteWrites(in: then)
                noteWrites(in: otherwise)
            case .block(_, let body, _), .loop(let body, _): noteWrites(in: body)
            case .exit: break
            }
        }
    }
}
