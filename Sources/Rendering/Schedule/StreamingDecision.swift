import ImageGraph
import Pixels

/// Decides whether an image's sources are read row by row, from the top down, while its strips are rendered, instead of
/// as a whole before.
struct StreamingDecision {
    /// The recipe with all sources streamed that can be.
    let recipe: PreparedRecipe
    /// The strips, the top one first.
    let strips: [PixelRect]
    /// The whole rectangle that is rendered.
    let region: PixelRect
    let job: RenderingJob

    /// Whether streaming is possible, and better than computing intermediates once for the whole region.
    ///
    /// - Throws: `RenderingError.tooCostly`.
    func isWorthwhile() throws -> Bool {
        // A region function that is called once per rendering must get the whole region, not a single strip.
        if recipe.streams.isEmpty || recipe.firstStepWithSingleRegionCall != nil { return false }
        try job.checkCost(of: recipe, region: region)
        return !fitsAsAWhole && readsDownwards
    }

    /// Whether the recipe has intermediates, and all of them fit in memory together with the sources. Strips would
    /// compute the margins of intermediates again, so computing them once is cheaper.
    private var fitsAsAWhole: Bool {
        guard let whole = try? job.planner.plan(recipe, region: region), !whole.storedPasses.isEmpty else {
            return false
        }
        // Numbers of bytes that are too large for an integer are `Int.max`, to which nothing can be added.
        return recipe.streams.values.reduce(whole.storedBytes) { sum, stream in
            let (bytes, overflows) = sum.addingReportingOverflow(stream.bounds.byteCount(in: stream.format))
            return overflows ? .max : bytes
        } <= job.memoryLimit / 2
    }

    /// Whether each strip needs few rows of every source, none of them above those of the strip before it.
    private var readsDownwards: Bool {
        let streams = recipe.streams
        var last: [Int: PixelRect] = [:]
        for strip in strips {
            guard let plan = try? job.planner.plan(recipe, region: strip), plan.storedBytes <= job.memoryLimit / 2
            else { return false }
            for (step, rows) in plan.streamed {
                guard let stream = streams[step] else { continue }
                let window = PixelRect(x: 0, y: 0, width: stream.bounds.width, height: rows.height)
                guard window.byteCount(in: stream.format) <= job.memoryLimit / 4 else { return false }
                if let before = last[step], rows.y > before.y || rows.maxY > before.maxY { return false }
                last[step] = rows
            }
        }
        return true
    }
}
