/// Finds the loops in which pixels part ways.
///
/// A loop that starts with all pixels active can go on with a part of them if some leave it by an `exit` under a varying condition; its
/// body needs masks from its first instruction on. Both answers, for a body entered by all pixels and by some, are computed in one walk, so
/// that nesting costs nothing extra.
package struct PartingLoops {
    /// For each loop that can be reached, in the order of the program text: whether some pixels may leave it before others.
    package private(set) var parts: [Bool] = []
    private let registers: [RegisterInfo]

    /// Looks at the program's body.
    package init(_ program: Program) {
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
            if statement.isLast { return result }
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
            let uniform = registers.indices.contains(condition.index) && registers[condition.index].isUniform
            return Waiting(fromAll: uniform ? first.fromAll.union(second.fromAll) : some, fromSome: some)
        case .loop(let body, _):
            let index = parts.count
            parts.append(false)
            let waiting = scan(body)
            parts[index] = !waiting.fromAll.isEmpty
            return Waiting(fromAll: waiting.fromAll.isEmpty ? [] : waiting.fromSome, fromSome: waiting.fromSome)
        }
    }
}

extension Statement {
    /// Whether what follows in the same list is never reached: a loop is left by exits alone, which lead further out.
    package var isLast: Bool {
        switch self {
        case .exit, .loop: true
        case .compute, .branch, .block: false
        }
    }
}
