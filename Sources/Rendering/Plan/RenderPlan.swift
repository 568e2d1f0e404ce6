import Pixels

/// How an image is computed, whatever part of it: steps, and stages that each compute one of them into memory.
struct StageGraph: Sendable {
    /// Every node of the recipe, inputs first.
    let steps: [PlanStep]
    /// The stages in the order of execution, the one that computes the image itself last.
    let stages: [Stage]
    /// Names of the stored results for later renderings.
    var keys: [Int: IntermediateCache.Key] = [:]

    /// The first step whose region function is called once for everything that is rendered; nil where there is none.
    var firstStepWithOneRegion: PlanStep? { steps.first(where: \.computesRegionOnce) }
}

/// How a part of an image is computed.
struct RenderPlan: Sendable {
    /// A stage and what is computed of it.
    struct StagePart: Sendable {
        let stage: Stage
        /// Pixels to compute; the final stage may be asked for parts of it.
        let region: PixelRect
        let tileWidth: Int
        let tileHeight: Int
        /// Bytes of one thread's memory for tiles, where these are so large that they count.
        let scratchBytes: Int

        /// Bytes of the result.
        var byteCount: Int { region.byteCount(in: stage.format) }
    }

    /// Every node of the recipe, inputs first.
    let steps: [PlanStep]
    /// Stages whose results later stages read, in the order of execution.
    let storedStages: [StagePart]
    /// The stage that computes the image itself.
    let finalStage: StagePart
    /// Rows of the steps that are read from the top down, by step.
    let streamed: [Int: PixelRect]
    /// Most bytes of stored results that are needed at the same time.
    let storedBytes: Int
    /// Most bytes of one thread's memory for tiles, where these are so large that they count.
    let scratchBytes: Int

    /// Bytes that the plan needs with one thread; saturates.
    var leastBytes: Int {
        let (sum, overflows) = storedBytes.addingReportingOverflow(scratchBytes)
        return overflows ? .max : sum
    }
}
