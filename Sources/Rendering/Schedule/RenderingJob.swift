import ImageGraph
import Pixels

/// One rendering: its limits, and what it shares with the renderer's other renderings.
struct RenderingJob {
    let configuration: RendererConfiguration
    let caches: RendererCaches
    let control: RenderingControl
    /// Limit in bytes for the pixels that the rendering holds.
    let memoryLimit: Int
    /// Limit for the duration; nil for none.
    let deadline: Duration?
    /// Limit for the work; nil for none.
    let workLimit: Int?
    /// Checks kernels whose region functions are called once per rendering; nil if the configuration disables that.
    let regionCheck: RegionCheck?
    let reportedKernels: ReportedKernels

    var preparation: RecipePreparation {
        RecipePreparation(configuration: configuration, caches: caches, control: control)
    }

    var planner: Planner { Planner(configuration: configuration, memoryLimit: memoryLimit) }

    /// Calls `body` within the limits of time and work.
    ///
    /// - Throws: The errors of `RenderingControl.run`.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        try control.run(deadline: deadline, work: workLimit, body)
    }

    /// Returns a recipe prepared for rendering.
    ///
    /// - Throws: `RenderingError.tooCostly` if the rendering certainly needs more work than its limit.
    func recipe(of node: ImageNode, region: PixelRect, format: PixelFormat) throws -> PreparedRecipe {
        let recipe = try preparation.recipe(of: node, region: region, format: format)
        try checkCost(of: recipe, region: region)
        return recipe
    }

    /// Throws `RenderingError.tooCostly` if the rendering certainly needs more work than its limit.
    func checkCost(of recipe: PreparedRecipe, region: PixelRect) throws {
        guard let workLimit else { return }
        try planner.cost(recipe, region: region).check(within: workLimit)
    }

    /// Runs a plan for a part of `region`.
    ///
    /// - Parameter body: Computes the final pass, as a whole or in parts.
    func execute(
        _ plan: RenderPlan, of recipe: PreparedRecipe, region: PixelRect,
        _ body: (_ output: FinalPassExecution) throws -> Void
    ) throws {
        let part = plan.finalPass.region
        control.beginPart(part, of: region, work: plan.pixelCount)
        let executor = PassExecutor(
            steps: plan.steps, threadCount: configuration.threadCount,
            scratchLimit: max(0, memoryLimit - plan.storedBytes), scratch: caches.scratch, pixels: caches.pixels,
            control: control, regionCheck: regionCheck)
        // Kernels that are run twice, to check their regions, are run by the processor.
        let device = regionCheck == nil ? configuration.device : nil
        let cache = configuration.cacheIntermediates ? caches.intermediates : nil
        try PlanExecution(
            plan, executor: executor, memoryLimit: memoryLimit, cache: cache, keys: part == region ? recipe.keys : [:],
            device: device.map { DeviceExecution(rendering: $0, executor: executor, cache: cache) },
            report: configuration.report
        ).run(body)
    }

    /// Reports, once for each kernel, that memory only allows rendering in bands.
    func reportBands(of step: RenderStep) {
        guard reportedKernels.insert(step.name) else { return }
        configuration.report(
            "Kernel '\(step.kernelName)' is rendered in bands, as the picture doesn't fit into memory; its region "
                + "function is called once for each band. If it returns less than the kernel reads, edges of bands are "
                + "visible: raise CIContextOption.memoryTarget, or return the whole region that the kernel reads.")
    }
}
