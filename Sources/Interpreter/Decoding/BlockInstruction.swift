import KernelLanguage

/// What one decoded instruction does to a block of pixels.
///
/// Pixels wait under a *token*: a pixel whose state is 0 is active, and one that skips code has the token of the place
/// where it goes on. That one number a pixel replaces a stack of masks.
enum BlockOperation: Sendable, Hashable {
    /// An instruction of the intermediate representation, in all pixels.
    case compute(Opcode)
    /// A uniform value copied to all pixels.
    case broadcast
    /// A value copied in active pixels.
    case moveActive
    /// A uniform value copied to active pixels.
    case broadcastActive
    /// Continues at `target`.
    case jump
    /// Continues at `target` if the uniform bool a is false.
    case jumpUnless
    /// Active pixels where the bool a is not `sense` wait under `token`; continues at `target` if none is left.
    case split(sense: Bool)
    /// Active pixels wait under `second`, those waiting under `token` become active; continues at `target` if none did.
    case swap
    /// Pixels waiting under `token` become active; continues at `target` if no pixel is active.
    case merge
    /// Active pixels wait under `token`.
    case leave
    /// Charges one step to every pixel.
    case stepAll
    /// Charges one step to every active pixel; continues at `target` if there is none.
    case stepActive
}

/// A decoded instruction: flat, of fixed size, with the places of its operands in scratch memory.
///
/// While decoding, places are indices (`BlockProgramBuilder.Place`); afterwards they are byte offsets into the scratch memory.
struct BlockInstruction: Sendable {
    var operation: BlockOperation
    /// Places of the results.
    var results = SIMD4<Int32>(repeating: 0)
    /// Number of results.
    var resultCount: UInt8 = 0
    /// Places of the operands.
    var operands = SIMD4<Int32>(repeating: 0)
    /// Number of operands.
    var operandCount: UInt8 = 0
    /// Which operands and results are uniform, and whether a store is masked.
    var shape: Shape = []
    /// Token of waiting pixels.
    var token: Int32 = 0
    /// Second token of `swap`.
    var second: Int32 = 0
    /// Index of the instruction to continue with.
    var target: Int32 = 0

    struct Shape: OptionSet, Sendable {
        let rawValue: UInt8
        static let uniformA = Shape(rawValue: 1)
        static let uniformB = Shape(rawValue: 2)
        static let uniformC = Shape(rawValue: 4)
        static let uniformResult = Shape(rawValue: 8)
        static let activeOnly = Shape(rawValue: 16)

        static func uniformOperand(_ index: Int) -> Shape { Shape(rawValue: 1 << UInt8(index)) }
    }
}
