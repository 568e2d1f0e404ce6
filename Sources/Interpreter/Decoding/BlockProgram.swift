import KernelLanguage

/// A program decoded for execution: instructions with fixed places in scratch memory, and the layout of that memory.
///
/// Scratch memory holds, in order: slots (one value a pixel of the block), arrays (element by element, one value a pixel each), the
/// pixels' states and step counts, then the uniform values.
struct BlockProgram: Sendable {
    /// The program, for its name, kind and parameters.
    let program: Program
    /// Runs once per pass, over uniform values.
    var prologue: [BlockInstruction] = []
    /// Runs for every block.
    var body: [BlockInstruction] = []

    /// Most pixels in a block; a multiple of `laneMultiple`.
    var blockLanes = 0
    /// Bytes from the start of the scratch memory to each slot that must be zero when a block starts.
    var zeroedSlots: [Int] = []
    /// Bytes to each array, which starts zeroed, and its number of scalars.
    var arrays: [(offset: Int, count: Int)] = []
    /// Bytes to the pixels' states.
    var stateOffset = 0
    /// Bytes to the pixels' step counts.
    var stepsOffset = 0
    /// Whether there are loops, whose repetitions count as steps.
    var hasLoops = false
    /// Whether pixels take different paths, so that states are needed.
    var usesStates = false
    /// Bytes to the uniform values.
    var uniformOffset = 0
    /// Number of uniform values.
    var uniformCount = 0
    /// Bytes of scratch memory.
    var byteCount = 0

    /// Uniform values known beforehand, as bit patterns.
    var constants: [(offset: Int, bits: UInt32)] = []
    /// Uniform values that come from arguments.
    var arguments: [ArgumentPlace] = []
    /// Uniform values that describe samplers.
    var attributes: [AttributePlace] = []
    /// Uniform variables that the body changes: they start every block with the values that the prologue left.
    var restoredUniforms: [(offset: Int, saved: Int)] = []
    /// Bytes to the results: r, g, b, a, or x, y.
    var outputs: [Int] = []

    /// Blocks are computed in whole groups of this many pixels, so that no result depends on where a block ends.
    static let laneMultiple = 16

    struct ArgumentPlace: Sendable {
        var parameter: Int
        var component: Int
        var offset: Int
    }

    struct AttributePlace: Sendable {
        var image: Int
        var attribute: SamplerAttribute
        var offset: Int
    }
}
