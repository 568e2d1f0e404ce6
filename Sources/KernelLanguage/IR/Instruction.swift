/// One instruction on registers.
package struct Instruction: Sendable, Hashable {
    /// The operation.
    package var opcode: Opcode
    /// Registers that it reads, in the order that `Opcode` documents.
    package var operands: [Register]
    /// Registers that it writes.
    package var results: [Register]
    /// The part of the source that it comes from.
    package var span: SourceSpan

    /// Creates an instruction.
    package init(_ opcode: Opcode, _ operands: [Register], to results: [Register], span: SourceSpan) {
        (self.opcode, self.operands, self.results, self.span) = (opcode, operands, results, span)
    }
}

/// A statement of structured control flow.
///
/// A pixel is *active* until it executes an `exit`. In `branch`, `block` and `loop`, only active pixels are written. If
/// the condition of a branch is uniform, a backend uses a real branch.
package indirect enum Statement: Sendable, Hashable {
    /// Executes an instruction in the active pixels.
    case compute(Instruction)
    /// Executes `then` in the pixels where `condition` (bool) is true, and `otherwise` in the others.
    case branch(condition: Register, then: [Statement], otherwise: [Statement], span: SourceSpan)
    /// Executes `body` once. An `exit` with this label ends it for the pixels that take the exit. They are active again
    /// after the block.
    case block(label: Int, body: [Statement], span: SourceSpan)
    /// Repeats `body` without end. A pixel leaves the loop by an `exit` to a block around it. Each iteration costs one
    /// step of the pixel's step budget. A pixel that has no steps left ends the whole render with an error.
    case loop(body: [Statement], span: SourceSpan)
    /// Leaves the enclosing block with this label. Statements after it in the same list are unreachable.
    case exit(label: Int, span: SourceSpan)
}
