import Pixels

/// Runs a plan's stages in order, keeping stored results only as long as a later stage reads them.
struct PlanExecution {
    let plan: RenderPlan
    let threadCount: Int
    let scratch: ScratchPool
    let pixels: PixelPool
    let control: RenderingControl

    /// Tile pixels of all stages.
    var work: Int { plan.storedStages.reduce(plan.finalStage.region.area) { $0 + $1.region.area } }

    /// Computes the stored stages, then calls `body` to compute the final one, whole or in parts.
    func run(_ body: (_ held: [PixelView?], _ executor: StageExecutor) throws -> Void) throws {
        let executor = StageExecutor(
            steps: plan.steps, threadCount: threadCount, scratch: scratch, control: control)
        var held = plan.steps.map(\.work.bitmap)
        for (index, region) in plan.streamed {
            if case .streamed(let stream) = plan.steps[index].work { held[index] = try stream.read(region) }
        }
        var readers: [Int: Int] = [:]
        for part in plan.storedStages + [plan.finalStage] {
            for step in part.stage.heldInputs { readers[step, default: 0] += 1 }
        }
        for part in plan.storedStages {
            let output = try pixels.storage(byteCount: part.byteCount)
                .view(bounds: part.region, format: part.stage.format)
            try executor.compute(part, region: part.region, into: output, held: held)
            held[part.stage.root] = output
            for step in part.stage.heldInputs {
                readers[step, default: 1] -= 1
                if readers[step] == 0 { held[step] = nil }
            }
        }
        try body(held, executor)
    }
}
