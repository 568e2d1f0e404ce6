/// Finds the loops that some pixels may leave before others.
///
/// A loop that starts with all pixels active may continue with only some of them, if the others leave it by an `exit`
/// under a varying condition. Its body then needs masks from its first instruction on. The analysis computes two
/// results in one traversal, for code entered by all pixels and for code entered by some. So its cost doesn't grow with
/// nesting.
package struct DivergentLoops {
    /// For each reachable loop, in the order of the program: whether some pixels may leave it before others.
    package private(set) var areDivergent: [Bool] = []
    private let registers: [RegisterInfo]

    /// Analyses the program's body.
    package init(_ program: Program) {
        registers = program.registers
        _ = scan(program.body)
    }

    /// Labels that some, but not all, pixels may have exited to after a piece of code.
    private struct Waiting {
        /// The labels if all pixels entered the code.
        var fromAll: Set<Int> = []
        /// The labels if only some pixels entered it.
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
            let index = areDivergent.count
            areDivergent.append(false)
            let waiting = scan(body)
            areDivergent[index] = !waiting.fromAll.isEmpty
            return Waiting(fromAll: waiting.fromAll.isEmpty ? [] : waiting.fromSome, fromSome: waiting.fromSome)
        }
    }
}

extension Statement {
    /// Whether the statements after it in the same list are unreachable. A loop ends only by exits, which lead to an
    /// enclosing block.
    package var isLast: Bool {
        switch self {
        case .exit, .loop: true
        case .compute, .branch, .block: false
        }
    }
}
