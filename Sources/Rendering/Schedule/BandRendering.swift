import ImageGraph
import Pixels

/// Renders an image or a part of it: at once if its intermediates fit in memory, otherwise in bands from the top, each
/// of which computes its own intermediates.
struct BandRendering {
    let recipe: PreparedRecipe
    /// The whole rectangle that is rendered.
    let region: PixelRect
    let job: RenderingJob

    /// Renders `part` of the region.
    ///
    /// - Parameter budget: Limit in bytes for the intermediates.
    func render(_ part: PixelRect, into destination: PassOutput, budget: Int) throws {
        var top = part.maxY
        var height = part.height
        while top > part.y {
            let rows = min(height, top - part.y)
            let band = PixelRect(x: part.x, y: top - rows, width: part.width, height: rows)
            let area = destination.area(for: band)
            guard let plan = try plan(area, budget: budget, canHalve: rows > destination.alignment) else {
                height = destination.aligned((rows + 1) / 2)
                continue
            }
            if band != region, let step = recipe.firstStepWithSingleRegionCall { job.reportBands(of: step) }
            try job.execute(plan, of: recipe, region: region) { try $0.compute(band, into: destination) }
            top = band.y
        }
    }

    /// Returns a plan for a band; nil if it needs too much memory, but can be halved.
    private func plan(_ band: PixelRect, budget: Int, canHalve: Bool) throws -> RenderPlan? {
        do {
            let plan = try job.planner.plan(recipe, region: band)
            if plan.minimumBytes <= budget { return plan }
            let largest = plan.storedPasses.max { $0.byteCount < $1.byteCount } ?? plan.finalPass
            throw RenderingError.intermediateTooLarge(
                step: recipe.steps[largest.pass.root].name, region: largest.region, bytes: plan.minimumBytes,
                limit: job.memoryLimit)
        } catch let error as RenderingError {
            guard case .intermediateTooLarge = error, canHalve else { throw error }
            return nil
        }
    }
}
