import Pixels

/// How a region of an image is computed.
struct RenderPlan: Sendable {
    /// The nodes of the optimised recipe, inputs first.
    let steps: [RenderStep]
    /// Passes whose results later passes read, in the order of execution.
    let storedPasses: [PlannedPass]
    /// The pass that computes the image itself.
    let finalPass: PlannedPass
    /// Rows that are needed of the sources read from the top down, by step.
    let streamed: [Int: PixelRect]
    /// Peak size in bytes of the stored results.
    let storedBytes: Int
    /// Maximum of the bytes of scratch memory that one thread needs for tiles; 0 if it fits in the cache.
    let scratchBytes: Int

    /// Number of pixels that all passes compute.
    var pixelCount: Int { storedPasses.reduce(finalPass.region.area) { $0 + $1.region.area } }

    /// Bytes that the plan needs with one thread; `Int.max` on overflow.
    var minimumBytes: Int {
        let (sum, overflows) = storedBytes.addingReportingOverflow(scratchBytes)
        return overflows ? .max : sum
    }
}
