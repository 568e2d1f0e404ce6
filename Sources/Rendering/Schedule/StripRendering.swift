import ImageGraph
import Pixels

/// Renders an image in strips from the top down, for encoders.
///
/// Sources are read row by row if `StreamingDecision` allows it. Otherwise, intermediates of the whole region are
/// computed once if they fit in memory. If they don't, each strip computes its own ones, or several strips together do
/// if a kernel's region function should be called as seldom as possible.
struct StripRendering {
    /// Called for each strip with a closure that renders the strip into a view.
    typealias Consumer = (_ strip: PixelRect, _ render: (PixelView) throws -> Void) throws -> Void

    private let node: ImageNode
    private let region: PixelRect
    private let format: PixelFormat
    /// The strips, the top one first.
    private let strips: [PixelRect]
    private let job: RenderingJob

    /// Divides `region` into strips of `height` rows, of which the last may have fewer.
    init(_ node: ImageNode, region: PixelRect, format: PixelFormat, height: Int, job: RenderingJob) {
        (self.node, self.region, self.format, self.job) = (node, region, format, job)
        strips = stride(from: region.maxY, to: region.y, by: -height).map { top in
            let bottom = max(region.y, top - height)
            return PixelRect(x: region.x, y: bottom, width: region.width, height: top - bottom)
        }
    }

    /// Renders all strips.
    func run(_ consume: Consumer) throws {
        let preparation = job.preparation
        let (optimised, streamed) = try job.control.recordingPreparation {
            let root = try preparation.optimised(node, region: region, format: format)
            let recipe = try preparation.passes(
                of: root, builtFrom: node, format: format, stripHeight: strips[0].height)
            return (root, recipe)
        }
        if try StreamingDecision(recipe: streamed, strips: strips, region: region, job: job).isWorthwhile() {
            return try renderSeparately(strips, streamed, consume)
        }
        let recipe = try preparation.recipe(of: node, region: region, format: format) {
            if streamed.streams.isEmpty { return streamed }
            return try preparation.passes(of: optimised, builtFrom: node, format: format)
        }
        try job.checkCost(of: recipe, region: region)
        if let plan = plan(region, recipe) {
            try render(strips, plan, recipe, consume)
        } else if let step = recipe.firstStepWithSingleRegionCall {
            job.reportBands(of: step)
            try renderInBands(recipe, consume)
        } else {
            try renderSeparately(strips, recipe, consume)
        }
    }

    /// Returns a plan whose intermediates leave half of the memory limit to the strips; nil if they don't.
    private func plan(_ part: PixelRect, _ recipe: PreparedRecipe) -> RenderPlan? {
        guard let plan = try? job.planner.plan(recipe, region: part), plan.storedBytes <= job.memoryLimit / 2,
            plan.minimumBytes <= job.memoryLimit
        else { return nil }
        return plan
    }

    /// Renders strips from intermediates that are computed once for all of them.
    private func render(
        _ strips: [PixelRect], _ plan: RenderPlan, _ recipe: PreparedRecipe, _ consume: Consumer
    ) throws {
        try job.execute(plan, of: recipe, region: region) { output in
            for strip in strips { try consume(strip) { try output.compute(strip, into: $0) } }
        }
    }

    /// Renders strips one by one. Each computes its own intermediates, in bands if they don't fit in memory.
    private func renderSeparately(_ strips: [PixelRect], _ recipe: PreparedRecipe, _ consume: Consumer) throws {
        let rendering = BandRendering(recipe: recipe, region: region, job: job)
        for strip in strips {
            let budget = job.memoryLimit - strip.byteCount(in: format)
            try consume(strip) { try rendering.render(strip, into: .pixels($0), budget: budget) }
        }
    }

    /// Renders bands of as many strips as memory allows. Each band computes its own intermediates.
    ///
    /// A region function that is called once per rendering may return less than its kernel reads. The missing pixels
    /// are visible at the edges of each area that the function is called for, so fewer bands give fewer visible edges.
    private func renderInBands(_ recipe: PreparedRecipe, _ consume: Consumer) throws {
        var (next, count) = (0, strips.count)
        while next < strips.count {
            let group = Array(strips[next..<min(next + count, strips.count)])
            let band = group.reduce(PixelRect.empty) { $0.union($1) }
            if let plan = plan(band, recipe) {
                try render(group, plan, recipe, consume)
                next += group.count
            } else if group.count > 1 {
                count = (group.count + 1) / 2
            } else {
                // Not even a single strip fits. It is rendered in bands of fewer rows, or an error names the step.
                try renderSeparately(group, recipe, consume)
                next += 1
            }
        }
    }
}
