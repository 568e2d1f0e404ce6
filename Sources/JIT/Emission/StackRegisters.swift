import KernelLanguage

/// The registers that need a stack slot.
///
/// These are variables, and temporaries that are read outside the statement list that computes them, because pixels may
/// leave that list in different iterations of a loop. All other registers are SSA values of the generated code. The
/// slots are allocations on the stack, which LLVM promotes to values where possible.
struct StackRegisters {
    /// Whether each register needs a stack slot.
    private(set) var needsSlot: [Bool]
    private var isVisible: [Bool]

    init(_ program: Program) throws(EmissionError) {
        needsSlot = program.registers.map(\.isVariable)
        isVisible = Array(repeating: false, count: program.registers.count)
        let count = program.registers.count
        var unknown = program.outputs.contains { !(0..<count).contains($0.index) }
        program.forEachInstruction { instruction in
            if (instruction.operands + instruction.results).contains(where: { !(0..<count).contains($0.index) }) {
                unknown = true
            }
        }
        guard !unknown else { throw .invalidProgram("a register does not exist") }
        for instruction in program.prologue { visit(instruction) }
        visit(program.body)
        for output in program.outputs { read(output) }
    }

    private mutating func read(_ register: Register) {
        if !isVisible[register.index] { needsSlot[register.index] = true }
    }

    @discardableResult
    private mutating func visit(_ instruction: Instruction) -> [Int] {
        for operand in instruction.operands { read(operand) }
        for result in instruction.results { isVisible[result.index] = true }
        return instruction.results.map(\.index)
    }

    private mutating func visit(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): visit(instruction)
            case .branch(let condition, let then, let otherwise, _):
                read(condition)
                visitInner(then)
                visitInner(otherwise)
            case .block(_, let body, _), .loop(let body, _): visitInner(body)
            case .exit: return
            }
        }
    }

    private mutating func visitInner(_ statements: [Statement]) {
        let before = isVisible
        visit(statements)
        isVisible = before
    }
}
