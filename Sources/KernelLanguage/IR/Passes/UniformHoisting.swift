/// Moves instructions that depend only on arguments and constants into the prologue, which runs once per pass.
struct UniformHoisting {
    private var registers: [RegisterInfo]
    private var isHoisted: [Bool]
    private var prologue: [Instruction]

    static func run(_ program: inout Program) {
        var pass = UniformHoisting(program)
        program.body = pass.statements(program.body)
        program.prologue = pass.prologue
        program.registers = pass.registers
    }

    private init(_ program: Program) {
        registers = program.registers
        isHoisted = Array(repeating: false, count: registers.count)
        prologue = program.prologue
        for instruction in prologue { for result in instruction.results { isHoisted[result.index] = true } }
    }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var kept: [Statement] = []
        kept.reserveCapacity(list.count)
        for statement in list {
            switch statement {
            case .compute(let instruction): if !hoist(instruction) { kept.append(statement) }
            case .branch(let condition, let then, let otherwise, let span):
                kept.append(
                    .branch(condition: condition, then: statements(then), otherwise: statements(otherwise), span: span))
            case .block(let label, let body, let span):
                kept.append(.block(label: label, body: statements(body), span: span))
            case .loop(let body, let span): kept.append(.loop(body: statements(body), span: span))
            case .exit: kept.append(statement)
            }
        }
        return kept
    }

    /// Moves an instruction to the prologue if possible. This is safe even for code that few pixels reach, because no
    /// instruction traps.
    private mutating func hoist(_ instruction: Instruction) -> Bool {
        guard instruction.opcode.isPure, !instruction.opcode.isVaryingSource, !instruction.results.isEmpty,
            !instruction.results.contains(where: { registers[$0.index].isVariable }),
            instruction.operands.allSatisfy({ isHoisted[$0.index] })
        else { return false }
        prologue.append(instruction)
        for result in instruction.results {
            isHoisted[result.index] = true
            registers[result.index].isUniform = true
        }
        return true
    }
}
