import ImageGraph
import Pixels

/// Computes one step over a region, tile by tile, together with everything that it reads and that is not in memory
/// already.
struct Stage: Sendable {
    /// Where a member finds an input.
    enum InputPlace: Sendable, Hashable {
        /// Computed in this stage, for this tile: an index into `members`.
        case member(Int)
        /// In memory before the stage begins, as a bitmap or stored by an earlier stage: an index into the steps.
        case held(Int)
    }

    /// What a member does.
    enum Task: Sendable {
        /// Computes its step; a kernel step with the kernel prepared for the formats of its images and result.
        case step((any PreparedKernel)?)
        /// Copies the pixels of its input into another format; nil for formats that no kernel takes.
        case copy((any PreparedKernel)?)
    }

    /// A step as this stage computes it.
    struct Member: Sendable {
        /// Index into the steps; for a copy, of the step whose pixels it copies.
        let step: Int
        let task: Task
        /// Places of the inputs.
        let inputs: [InputPlace]
        /// Format of the result.
        let format: PixelFormat
        /// Scratch slot for the result; nil for views, and for the member that writes to the stage's output.
        let slot: Int?
    }

    /// Index of the step that the stage is for.
    let root: Int
    /// Format of the stage's result.
    let format: PixelFormat
    /// What is computed per tile, inputs first.
    let members: [Member]
    /// The member that writes straight into the output: the root, what the root is a view of, or a copy of it.
    let writer: Int
    /// How far the writer's pixels lie from the output's.
    let writerOffset: (dx: Int, dy: Int)

    /// The steps that the stage finds in memory.
    var heldInputs: Set<Int> {
        var result: Set<Int> = []
        for member in members {
            for case .held(let step) in member.inputs { result.insert(step) }
        }
        return result
    }
}
