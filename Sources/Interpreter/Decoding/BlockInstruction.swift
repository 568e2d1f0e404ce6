import KernelLanguage

/// The operation of a decoded instruction on a block of pixels.
///
/// Every pixel has a state. State 0 means that the pixel is active. Otherwise the pixel waits: its state is a *token*
/// that identifies the instruction at which it becomes active again. One number per pixel replaces a stack of masks.
enum BlockOperation: Sendable, Hashable {
    /// Executes an instruction of the intermediate representation for all pixels.
    case compute(Opcode)
    /// Copies a uniform value to all pixels.
    case broadcast
    /// Copies a value in the active pixels.
    case moveActive
    /// Copies a uniform value to the active pixels.
    case broadcastActive
    /// Continues at `target`.
    case jump
    /// Continues at `target` if the uniform bool a is false.
    case jumpUnless
    /// Lets the active pixels where the bool a is not `sense` wait for `token`. Continues at `target` if no pixel is
    /// active then.
    case split(sense: Bool)
    /// Lets the active pixels wait for `second`, and activates those that wait for `token`. Continues at `target` if
    /// there are none.
    case swap
    /// Activates the pixels that wait for `token`. Continues at `target` if no pixel is active then.
    case merge
    /// Lets the active pixels wait for `token`.
    case leave
    /// Charges one step to every pixel.
    case stepAll
    /// Charges one step to every active pixel. Continues at `target` if no pixel is active.
    case stepActive
}

/// A decoded instruction of fixed size, with the places of its operands in scratch memory.
///
/// During decoding, places are indices (`BlockProgramBuilder.Place`). Afterwards they are byte offsets into the scratch
/// memory.
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
    /// Which operands and results are uniform, and whether a store writes active pixels only.
    var shape: Shape = []
    /// The token that pixels wait for.
    var token: Int32 = 0
    /// The second token of `swap`.
    var second: Int32 = 0
    /// The index of the instruction to continue at.
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
