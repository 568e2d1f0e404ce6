import Pixels

/// Runs a plan's stages in order, keeping stored results only as long as a later stage reads them.
struct PlanExecution {
    let plan: RenderPlan
    let threadCount: Int
    let scratch: ScratchPool

    /// Computes the stored stages, then calls `body` to compute the final one, whole or in parts.
    func run(_ body: (_ stored: [Raster?], _ executor: StageExecutor) throws -> Void) throws {
        let executor = StageExecutor(steps: plan.steps, threadCount: threadCount, scratch: scratch)
        var stored = [Raster?](repeating: nil, count: plan.storedStages.isEmpty ? 0 : plan.steps.count)
        var readers: [Int: Int] = [:]
        for stage in plan.storedStages + [plan.finalStage] {
            for step in Set(stage.storedInputs) { readers[step, default: 0] += 1 }
        }
        for stage in plan.storedStages {
            let output = try PixelStorage.makeRaster(bounds: stage.region)
            try executor.compute(stage, region: stage.region, into: output, stored: stored)
            stored[stage.root] = output
            for step in Set(stage.storedInputs) {
                readers[step, default: 1] -= 1
                if readers[step] == 0 { stored[step] = nil }
            }
        }
        try body(stored, executor)
    }
}
