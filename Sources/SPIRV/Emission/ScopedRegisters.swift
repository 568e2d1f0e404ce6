import KernelLanguage

/// Finds the registers that need a variable of the function: variables of the program, and temporaries that are read
/// outside of the statement list that writes them. All other temporaries are results of instructions.
struct ScopedRegisters {
    /// For each register, whether it needs a variable.
    private(set) var needsVariable: [Bool]
    /// For each register, the number of the list that writes it.
    private var lists: [Int?]
    private var openLists: Set<Int> = [0]
    private var count = 1

    init(_ program: Program) {
        needsVariable = program.registers.map(\.isVariable)
        lists = Array(repeating: nil, count: program.registers.count)
        for instruction in program.prologue { scan(instruction, list: 0) }
        scan(program.body, list: 0)
        for output in program.outputs { read(output) }
    }

    private mutating func scan(_ statements: [Statement], list: Int) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): scan(instruction, list: list)
            case .branch(let condition, let then, let otherwise, _):
                read(condition)
                scanInner(then)
                scanInner(otherwise)
            case .block(_, let body, _), .loop(let body, _): scanInner(body)
            case .exit: break
            }
        }
    }

    private mutating func scanInner(_ statements: [Statement]) {
        let list = count
        count += 1
        openLists.insert(list)
        scan(statements, list: list)
        openLists.remove(list)
    }

    private mutating func scan(_ instruction: Instruction, list: Int) {
        for operand in instruction.operands { read(operand) }
        for result in instruction.results where lists.indices.contains(result.index) { lists[result.index] = list }
    }

    private mutating func read(_ register: Register) {
        guard lists.indices.contains(register.index) else { return }
        if let list = lists[register.index], openLists.contains(list) { return }
        needsVariable[register.index] = true
    }
}
