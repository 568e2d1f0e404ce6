import KernelLanguage

/// A program decoded for execution: instructions with fixed places in scratch memory, and the layout of that memory.
///
/// Scratch memory contains, in this order, the slots (one value per pixel of the block), the arrays (element by
/// element, one value per pixel each), the pixels' states and step counts, and the uniform values. All offsets are in
/// bytes from the start of the scratch memory.
struct BlockProgram: Sendable {
    /// The program. Provides the name, kind and parameters.
    let program: Program
    /// Instructions over uniform values. They run once per pass.
    var prologue: [BlockInstruction] = []
    /// Instructions that run for every block.
    var body: [BlockInstruction] = []

    /// Maximum number of pixels in a block, a multiple of `laneMultiple`.
    var blockLanes = 0
    /// Offsets of the slots that must be zero when a block starts.
    var zeroedSlots: [Int] = []
    /// The offset and number of scalars of each array. Arrays are zero when a block starts.
    var arrays: [(offset: Int, count: Int)] = []
    /// Offset of the pixels' states.
    var stateOffset = 0
    /// Offset of the pixels' step counts.
    var stepsOffset = 0
    /// Whether there are loops. Their iterations count as steps.
    var hasLoops = false
    /// Whether pixels can take different paths, which requires states.
    var usesStates = false
    /// Offset of the uniform values.
    var uniformOffset = 0
    /// Number of uniform values.
    var uniformCount = 0
    /// Size of the scratch memory.
    var byteCount = 0

    /// Constant uniform values, as bit patterns.
    var constants: [(offset: Int, bits: UInt32)] = []
    /// Uniform values that come from arguments.
    var arguments: [ArgumentPlace] = []
    /// Uniform values that are sampler attributes.
    var attributes: [AttributePlace] = []
    /// Uniform variables that the body changes. Every block starts with the saved values, which the prologue computed.
    var restoredUniforms: [(offset: Int, saved: Int)] = []
    /// Offsets of the results: r, g, b, a, or x, y.
    var outputs: [Int] = []

    /// Number of pixels in a group. Blocks are computed in whole groups, so that no result depends on where a block
    /// ends.
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
