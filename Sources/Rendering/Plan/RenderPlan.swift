import Pixels

/// How an image is computed: steps, and stages that each compute one of them into memory.
struct RenderPlan: Sendable {
    /// Every node of the recipe, inputs first.
    let steps: [PlanStep]
    /// Stages whose results later stages read, in the order of execution.
    let storedStages: [Stage]
    /// The stage that computes the image itself.
    let finalStage: Stage
    /// Bytes of all stored results together.
    let storedBytes: Int
}

/// Computes one step over a region, tile by tile, together with everything that it reads and that no other stage has
/// stored.
struct Stage: Sendable {
    /// Where a step finds an input.
    enum InputPlace: Sendable {
        /// Computed in this stage, for this tile: an index into `members`.
        case member(Int)
        /// Stored by an earlier stage: an index into the plan's steps.
        case stored(Int)
    }

    /// A step as this stage computes it.
    struct Member: Sendable {
        /// Index into the plan's steps.
        let step: Int
        /// Places of the step's inputs.
        let inputs: [InputPlace]
        /// Scratch slot for the result; nil for views, and for the member that writes to the stage's output.
        let slot: Int?
    }

    /// Index of the step that the stage is for.
    let root: Int
    /// What is computed per tile, inputs first, the root last.
    let members: [Member]
    /// Pixels to compute; the final stage may be asked for parts of it.
    let region: PixelRect
    /// Tile size.
    let tileWidth: Int
    /// Tile size.
    let tileHeight: Int
    /// The member that writes straight into the output: the root, or what the root is a view of.
    let writer: Int
    /// How far the writer's pixels lie from the output's.
    let writerOffset: (dx: Int, dy: Int)

    /// The stored steps that the stage reads.
    var storedInputs: [Int] {
        members.flatMap { member in
            member.inputs.compactMap { place in
                if case .stored(let step) = place { step } else { nil }
            }
        }
    }
}
