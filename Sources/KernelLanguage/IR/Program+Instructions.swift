extension Program {
    /// Number of instructions. Each is counted once, however often it is executed.
    package var instructionCount: Int {
        var count = 0
        forEachInstruction { _ in count += 1 }
        return count
    }

    /// For each image, the number of instructions that sample it at points that the program computes.
    package var samplingCounts: [Int] {
        var counts = Array(repeating: 0, count: samplerCount)
        forEachInstruction { instruction in
            if let image = instruction.opcode.imageReadAnywhere, counts.indices.contains(image) { counts[image] += 1 }
        }
        return counts
    }

    /// Visits every instruction once, in program order, starting with the prologue.
    package func forEachInstruction(_ visit: (Instruction) -> Void) {
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
