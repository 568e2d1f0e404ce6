import Pixels

/// Runs a plan's stages in order, and frees every stored result after its last reader.
struct PlanExecution {
    let plan: RenderPlan
    let threadCount: Int
    /// Limit in bytes for the pixels that the rendering holds.
    let memoryLimit: Int
    let scratch: ScratchPool
    let pixels: PixelPool
    let control: RenderingControl
    let regionCheck: RegionCheck?
    /// Keeps intermediates between renderings; nil if the configuration disables that.
    let cache: IntermediateCache?
    /// Cache keys of the stored results, by step; empty when only a part of the image is rendered.
    let keys: [Int: IntermediateCache.Key]

    /// Number of pixels that all stages compute.
    var work: Int { plan.storedStages.reduce(plan.finalStage.region.area) { $0 + $1.region.area } }

    /// Computes the stored stages, then calls `body` to compute the final stage, as a whole or in parts.
    func run(_ body: (_ held: [PixelView?], _ executor: StageExecutor) throws -> Void) throws {
        let executor = StageExecutor(
            steps: plan.steps, threadCount: threadCount, scratchLimit: max(0, memoryLimit - plan.storedBytes),
            scratch: scratch, pixels: pixels, control: control, regionCheck: regionCheck)
        var held = plan.steps.map(\.work.bitmap)
        pixels.makeRoom(for: plan.leastBytes, within: memoryLimit)
        for (index, region) in plan.streamed {
            try control.meter.checkTime()
            if case .streamed(let stream) = plan.steps[index].work { held[index] = try stream.read(region) }
        }
        let stages = takeKnownResults(into: &held)
        var readers: [Int: Int] = [:]
        for part in stages + [plan.finalStage] {
            for step in part.stage.heldInputs { readers[step, default: 0] += 1 }
        }
        for part in stages {
            pixels.makeRoom(for: part.byteCount, within: memoryLimit)
            let output = try pixels.storage(byteCount: part.byteCount)
                .view(bounds: part.region, format: part.stage.format)
            try executor.compute(part, region: part.region, into: output, held: held)
            held[part.stage.root] = output
            if let cache, let key = keys[part.stage.root] {
                cache.insert(output, for: key, isWanted: isIntermediate(part.stage.root))
            }
            for step in part.stage.heldInputs {
                readers[step, default: 1] -= 1
                if readers[step] == 0 { held[step] = nil }
            }
        }
        try body(held, executor)
    }

    /// Takes cached results of earlier renderings, and returns the stages that still have to be computed.
    private func takeKnownResults(into held: inout [PixelView?]) -> [RenderPlan.StagePart] {
        guard let cache, !keys.isEmpty else { return plan.storedStages }
        var wanted = plan.finalStage.stage.heldInputs
        var stages: [RenderPlan.StagePart] = []
        for part in plan.storedStages.reversed() where wanted.contains(part.stage.root) {
            if let key = keys[part.stage.root], let known = cache.pixels(for: key, covering: part.region) {
                held[part.stage.root] = known
                control.reusedIntermediate()
            } else {
                stages.append(part)
                wanted.formUnion(part.stage.heldInputs)
            }
        }
        return stages.reversed()
    }

    private func isIntermediate(_ step: Int) -> Bool {
        if case .intermediate = plan.steps[step].work { true } else { false }
    }
}
