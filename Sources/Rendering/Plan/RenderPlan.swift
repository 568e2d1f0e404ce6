import Pixels

/// How an image is computed, independent of the region: steps, and stages that each compute one step into memory.
struct StageGraph: Sendable {
    /// Every node of the recipe, inputs first.
    let steps: [PlanStep]
    /// The stages in the order of execution, the one that computes the image itself last.
    let stages: [Stage]
    /// Cache keys of the stored results, by step.
    var keys: [Int: IntermediateCache.Key] = [:]

    /// The first step whose region function is called once per rendering; nil if there is none.
    var firstStepWithOneRegion: PlanStep? { steps.first(where: \.computesRegionOnce) }
}

/// How a region of an image is computed.
struct RenderPlan: Sendable {
    /// A stage and the region of it to compute.
    struct StagePart: Sendable {
        let stage: Stage
        /// Pixels to compute. The final stage may be computed in several parts.
        let region: PixelRect
        let tileWidth: Int
        let tileHeight: Int
        /// Bytes of scratch memory that one thread needs for tiles; 0 if it fits in the cache.
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
    /// Rows that are needed of the sources read from the top down, by step.
    let streamed: [Int: PixelRect]
    /// Peak size in bytes of the stored results.
    let storedBytes: Int
    /// Most bytes of scratch memory that one thread needs for tiles; 0 if it fits in the cache.
    let scratchBytes: Int

    /// Bytes that the plan needs with one thread; `Int.max` on overflow.
    var leastBytes: Int {
        let (sum, overflows) = storedBytes.addingReportingOverflow(scratchBytes)
        return overflows ? .max : sum
    }
}
