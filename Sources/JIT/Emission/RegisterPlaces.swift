import KernelLanguage

/// Which registers need a place in memory: variables, and temporaries that are read outside the list of statements that computes them, as
/// pixels may leave that list at different repetitions of a loop. All others are values of the generated code as they are.
///
/// Memory is a manner of speaking: the compiler turns these places into values too.
struct RegisterPlaces {
    /// For each register.
    private(set) var needsPlace: [Bool]
    private var isVisible: [Bool]

    init(_ program: Program) throws(EmissionError) {
        needsPlace = program.registers.map(\.isVariable)
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
        if !isVisible[register.index] { needsPlace[register.index] = true }
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

/// Finds the loops in which pixels part ways: those that some pixels may leave while others go on.
///
/// Loops count in the order of the text, as `KernelEmitter` meets them. Both answers, for a body entered by all pixels and by some, are
/// computed in one walk, so that nesting costs nothing extra.
struct PartingLoops {
    /// For each loop, entered by all pixels: whether some may leave it before others.
    private(set) var parts: [Bool] = []
    private let registers: [RegisterInfo]

    init(_ program: Program) {
        registers = program.registers
        _ = scan(program.body)
    }

    /// Labels that some, but not all, pixels may be waiting for after a piece of code.
    private struct Waiting {
        /// When all pixels entered the code.
        var fromAll: Set<Int> = []
        /// When some pixels entered it.
        var fromSome: Set<Int> = []
    }

    private mutating func scan(_ statements: [Statement]) -> Waiting {
        var result = Waiting()
        for statement in statements {
            let part = scan(statement)
            result.fromAll.formUnion(result.fromAll.isEmpty ? part.fromAll : part.fromSome)
            result.fromSome.formUnion(part.fromSome)
            switch statement {
            case .exit, .loop: return result
            default: break
            }
        }
        return result
    }

    private mutating func scan(_ statement: Statement) -> Waiting {
        switch statement {
        case .compute:
            return Waiting()
        case .exit(let label, _):
            return Waiting(fromAll: [], fromSome: [label])
        case .block(let label, let body, _):
            var waiting = scan(body)
            waiting.fromAll.remove(label)
            waiting.fromSome.remove(label)
            return waiting
        case .branch(let condition, let then, let otherwise, _):
            let (first, second) = (scan(then), scan(otherwise))
            let some = first.fromSome.union(second.fromSome)
            let isUniform = registers[condition.index].isUniform
            return Waiting(fromAll: isUniform ? first.fromAll.union(second.fromAll) : some, fromSome: some)
        case .loop(let body, _):
            let index = parts.count
            parts.append(false)
            let waiting = scan(body)
            parts[index] = !waiting.fromAll.isEmpty
            return Waiting(fromAll: waiting.fromAll.isEmpty ? [] : waiting.fromSome, fromSome: waiting.fromSome)
        }
    }
}
