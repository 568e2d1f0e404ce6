import KernelLanguage

extension Program {
    /// Whether each pixel depends only on the same pixel of the images, and possibly on its own position.
    var isPointwise: Bool { kind != .warp && freeSampling.isEmpty && !ProgramReads(self).samplesFreely }
}

extension Statement {
    /// Calls `body` with every instruction, in program order.
    static func forEachInstruction(in statements: [Statement], _ body: (Instruction) -> Void) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): body(instruction)
            case .branch(_, let then, let otherwise, _):
                forEachInstruction(in: then, body)
                forEachInstruction(in: otherwise, body)
            case .block(_, let list, _), .loop(let list, _): forEachInstruction(in: list, body)
            case .exit: break
            }
        }
    }
}
