import ImageGraph
import Pixels

/// Computes one step over a region, tile by tile, together with all of its inputs that aren't in memory yet.
///
/// A pass doesn't depend on the region; `PlannedPass` adds it.
struct RenderPass: Sendable {
    /// Where the pixels of a member's input are.
    enum Input: Sendable, Hashable {
        /// Computed in this pass, for this tile: an index into `members`.
        case member(Int)
        /// In memory before the pass begins, as a bitmap or as the result of an earlier pass: an index into the steps.
        case held(Int)
    }

    /// A step that is computed in this pass, or a copy of a step's pixels into another format.
    struct Member: Sendable {
        /// Index of the step; for a copy, of the step whose pixels are copied.
        let step: Int
        /// Whether the member only copies the pixels of its input into another format.
        let isCopy: Bool
        /// The kernel that computes the step or the copy, prepared for the formats of its images and result. Nil for
        /// other steps, and for a copy if no kernel supports the formats.
        let kernel: (any PreparedKernel)?
        /// Where the inputs' pixels are.
        let inputs: [Input]
        /// Format of the result.
        let format: PixelFormat
        /// Scratch slot for the result; nil for views, and for the member that writes to the pass's output.
        let slot: Int?
    }

    /// Index of the step that the pass computes.
    let root: Int
    /// Format of the pass's result.
    let format: PixelFormat
    /// The steps and copies computed per tile, each after its inputs.
    let members: [Member]
    /// Index of the member that writes directly to the output: the root, the member that the root is a view of, or a
    /// copy.
    let writer: Int
    /// Offset from the writer's pixel coordinates to the output's.
    let writerOffset: (dx: Int, dy: Int)

    /// The steps whose pixels must be in memory before the pass begins, and the formats for which the kernels that read
    /// them are prepared. If no pixel of a step is needed, an empty image of its format is read.
    let heldFormats: [Int: PixelFormat]

    /// Returns the format of an input's pixels.
    func format(of input: Input) -> PixelFormat {
        switch input {
        case .member(let index): members[index].format
        case .held(let step): heldFormats[step] ?? .RGBAf
        }
    }

    /// The steps whose pixels must be in memory before the pass begins.
    var heldInputs: Set<Int> { Set(heldFormats.keys) }
}

extension RenderPass.Member {
    /// Returns the pixels of input `number`, which is the result of member `other`, that `output` needs.
    func region(
        ofInput number: Int, for output: PixelRect, from other: RenderPass.Member, _ steps: [RenderStep]
    ) -> PixelRect {
        let bounds = steps[other.step].bounds
        return isCopy
            ? output.intersection(bounds) : steps[step].region(ofInput: number, for: output, bounds: bounds)
    }
}
