/// Removes instructions whose results are unused. Loops stay, because their iterations count as steps.
struct DeadCode {
    private let registers: [RegisterInfo]
    /// Whether each temporary is read later.
    private var isNeeded: [Bool]
    /// For each variable, its bit in the live sets, by register.
    private var variableNumbers: [Int]
    /// Variables that are live at the current statement: read later before they are written again.
    private var live: BitSet
    /// Variables that are live after the block with each label.
    private var liveAfter: [Int: BitSet] = [:]
    private var loadedArrays: Set<Int> = []

    static func run(_ program: inout Program) {
        var pass = DeadCode(registers: program.registers)
        pass.findLoads(program.body)
        for output in program.outputs { pass.read(output) }
        program.body = pass.statements(program.body)
        program.prologue = Array(program.prologue.reversed().filter { pass.keep($0) }.reversed())
    }

    private init(registers: [RegisterInfo]) {
        self.registers = registers
        isNeeded = Array(repeating: false, count: registers.count)
        variableNumbers = []
        var count = 0
        for register in registers {
            variableNumbers.append(count)
            if register.isVariable { count += 1 }
        }
        live = BitSet(count: count)
    }

    private mutating func read(_ register: Register) {
        if registers[register.index].isVariable {
            live.insert(variableNumbers[register.index])
        } else {
            isNeeded[register.index] = true
        }
    }

    private func isRead(_ register: Register) -> Bool {
        registers[register.index].isVariable ? live.contains(variableNumbers[register.index]) : isNeeded[register.index]
    }

    private mutating func keep(_ instruction: Instruction) -> Bool {
        if case .storeElement(let array) = instruction.opcode {
            guard loadedArrays.contains(array) else { return false }
        } else if !instruction.results.contains(where: isRead) {
            return false
        }
        for result in instruction.results where registers[result.index].isVariable {
            live.remove(variableNumbers[result.index])
        }
        for operand in instruction.operands { read(operand) }
        return true
    }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var kept: [Statement] = []
        for statement in list.reversed() {
            switch statement {
            case .compute(let instruction): if keep(instruction) { kept.append(statement) }
            case .exit(let label, _):
                // Statements after an exit are unreachable.
                kept = [statement]
                live = liveAfter[label] ?? live
            case .branch(let condition, let then, let otherwise, let span):
                let after = live
                let first = statements(then)
                let afterFirst = live
                live = after
                let second = statements(otherwise)
                live.formUnion(afterFirst)
                if first.isEmpty, second.isEmpty { continue }
                read(condition)
                kept.append(.branch(condition: condition, then: first, otherwise: second, span: span))
            case .block(let label, let body, let span):
                liveAfter[label] = live
                let inner = statements(body)
                if inner.isEmpty { continue }
                kept.append(.block(label: label, body: inner, span: span))
            case .loop(let body, let span):
                live = BitSet(count: live.count)
                noteLive(in: body)
                kept.append(.loop(body: statements(body), span: span))
            }
        }
        return kept.reversed()
    }

    /// Marks all variables that an iteration may need from the previous one: those that it reads, and those that are
    /// live at the targets of its exits.
    private mutating func noteLive(in list: [Statement]) {
        for statement in list {
            switch statement {
            case .compute(let instruction):
                for operand in instruction.operands where registers[operand.index].isVariable {
                    live.insert(variableNumbers[operand.index])
                }
            case .branch(let condition, let then, let otherwise, _):
                if registers[condition.index].isVariable { live.insert(variableNumbers[condition.index]) }
                noteLive(in: then)
                noteLive(in: otherwise)
            case .block(_, let body, _), .loop(let body, _): noteLive(in: body)
            case .exit(let label, _): if let after = liveAfter[label] { live.formUnion(after) }
            }
        }
    }

    private mutating func findLoads(_ list: [Statement]) {
        for statement in list {
            switch statement {
            case .compute(let instruction):
                if case .loadElement(let array) = instruction.opcode { loadedArrays.insert(array) }
            case .branch(_, let then, let otherwise, _):
                findLoads(then)
                findLoads(otherwise)
            case .block(_, let body, _), .loop(let body, _): findLoads(body)
            case .exit: break
            }
        }
    }
}
