extension Program {
    /// Number of instructions. Each is counted once, however often it is executed.
    public var instructionCount: Int {
        var count = 0
        forEachInstruction { _ in count += 1 }
        return count
    }

    /// Visits every instruction once, in program order, starting with the prologue.
    public func forEachInstruction(_ visit: (Instruction) -> Void) {
        for instruction in prologue { visit(instruction) }
        Self.forEachInstruction(of: body, visit)
    }

    private static func forEachInstruction(of statements: [Statement], _ visit: (Instruction) -> Void) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): visit(instruction)
            case .branch(_, let then, let otherwise, _):
                forEachInstruction(of: then, visit)
                forEachInstruction(of: otherwise, visit)
            case .block(_, let body, _), .loop(let body, _): forEachInstruction(of: body, visit)
            case .exit: break
            }
        }
    }
}
