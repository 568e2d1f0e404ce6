/// One operation on registers.
public struct Instruction: Sendable, Hashable {
    /// What to do.
    public var opcode: Opcode
    /// Registers read, in the order that `Opcode` gives.
    public var operands: [Register]
    /// Registers written.
    public var results: [Register]
    /// Where in the source it comes from.
    public var span: SourceSpan

    /// An instruction from its parts.
    public init(_ opcode: Opcode, _ operands: [Register], to results: [Register], span: SourceSpan) {
        (self.opcode, self.operands, self.results, self.span) = (opcode, operands, results, span)
    }
}

/// Structured control flow.
///
/// A pixel is *active* until it takes an `exit`. In `branch`, `block` and `loop`, writes reach only active pixels. When the condition of a
/// branch is uniform, a back end takes a real branch.
public indirect enum Statement: Sendable, Hashable {
    /// Computes an instruction in the active pixels.
    case compute(Instruction)
    /// Pixels where `condition` (bool) holds run `then`, the others `otherwise`.
    case branch(condition: Register, then: [Statement], otherwise: [Statement], span: SourceSpan)
    /// Runs `body` once. `exit` with this label ends it for the pixels that take the exit; they are active again after it.
    case block(label: Int, body: [Statement], span: SourceSpan)
    /// Repeats `body` for ever; it ends for a pixel by an `exit` to a block around the loop. Each repetition costs one step of the
    /// pixel's step budget; a pixel whose budget is spent ends the whole render with an error.
    case loop(body: [Statement], span: SourceSpan)
    /// Leaves the enclosing block that has this label. Statements after it in the same list are not reached.
    case exit(label: Int, span: SourceSpan)
}
