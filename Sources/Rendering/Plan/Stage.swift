import ImageGraph
import Pixels

/// Computes one step over a region, tile by tile, together with all inputs that are not in memory yet.
struct Stage: Sendable {
    /// Where the pixels of a member's input are.
    enum InputPlace: Sendable, Hashable {
        /// Computed in this stage, for this tile: an index into `members`.
        case member(Int)
        /// In memory before the stage begins, as a bitmap or as the result of an earlier stage: an index into the
        /// steps.
        case held(Int)
    }

    /// The computation of a member.
    enum Task: Sendable {
        /// Computes the member's step. For a kernel step, the kernel is prepared for the formats of its images and
        /// result.
        case step((any PreparedKernel)?)
        /// Copies the pixels of its input into another format. The kernel is nil if none supports the formats.
        case copy((any PreparedKernel)?)
    }

    /// A step, or a format copy, as part of this stage.
    struct Member: Sendable {
        /// Index of the step; for a copy, of the step whose pixels are copied.
        let step: Int
        let task: Task
        /// Where the inputs' pixels are.
        let inputs: [InputPlace]
        /// Format of the result.
        let format: PixelFormat
        /// Scratch slot for the result; nil for views, and for the member that writes to the stage's output.
        let slot: Int?
    }

    /// Index of the step that the stage computes.
    let root: Int
    /// Format of the stage's result.
    let format: PixelFormat
    /// The steps and copies computed per tile, each after its inputs.
    let members: [Member]
    /// Index of the member that writes directly to the output: the root, the member that the root is a view of, or a
    /// copy.
    let writer: Int
    /// Offset from the writer's pixel coordinates to the output's.
    let writerOffset: (dx: Int, dy: Int)

    /// The steps whose pixels must be in memory before the stage begins, and the formats for which the kernels that
    /// read them are prepared. If no pixel of a step is needed, an empty image of its format is read.
    let heldFormats: [Int: PixelFormat]

    /// The steps whose pixels must be in memory before the stage begins.
    var heldInputs: Set<Int> { Set(heldFormats.keys) }
}
