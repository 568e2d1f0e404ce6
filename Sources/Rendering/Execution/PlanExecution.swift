import Pixels

/// Runs a plan's passes in order, and frees every stored result after its last reader.
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

    /// Computes the stored passes, then calls `body` to compute the final pass, as a whole or in parts.
    func run(_ body: (_ output: FinalPassExecution) throws -> Void) throws {
        let executor = PassExecutor(
            steps: plan.steps, threadCount: threadCount, scratchLimit: max(0, memoryLimit - plan.storedBytes),
            scratch: scratch, pixels: pixels, control: control, regionCheck: regionCheck)
        var held = plan.steps.map(\.operation.bitmap)
        pixels.freeIdleBuffers(for: plan.minimumBytes, within: memoryLimit)
        for (index, region) in plan.streamed {
            try control.meter.checkTime()
            if case .streamed(let stream) = plan.steps[index].operation { held[index] = try stream.read(region) }
        }
        let passes = takeCachedResults(into: &held)
        var readers: [Int: Int] = [:]
        for planned in passes + [plan.finalPass] {
            for step in planned.pass.heldInputs { readers[step, default: 0] += 1 }
        }
        for planned in passes {
            pixels.freeIdleBuffers(for: planned.byteCount, within: memoryLimit)
            let output = try pixels.storage(byteCount: planned.byteCount)
                .view(bounds: planned.region, format: planned.pass.format)
            try executor.compute(planned, region: planned.region, into: output, held: held)
            held[planned.pass.root] = output
            if let cache, let key = keys[planned.pass.root] {
                cache.insert(output, for: key, isWanted: isIntermediate(planned.pass.root))
            }
            for step in planned.pass.heldInputs {
                readers[step, default: 1] -= 1
                if readers[step] == 0 { held[step] = nil }
            }
        }
        try body(FinalPassExecution(planned: plan.finalPass, held: held, executor: executor))
    }

    /// Takes cached results of earlier renderings, and returns the passes that still have to be computed.
    private func takeCachedResults(into held: inout [PixelView?]) -> [PlannedPass] {
        guard let cache, !keys.isEmpty else { return plan.storedPasses }
        var wanted = plan.finalPass.pass.heldInputs
        var passes: [PlannedPass] = []
        for planned in plan.storedPasses.reversed() where wanted.contains(planned.pass.root) {
            if let key = keys[planned.pass.root], let known = cache.pixels(for: key, covering: planned.region) {
                held[planned.pass.root] = known
                control.recordReuse()
            } else {
                passes.append(planned)
                wanted.formUnion(planned.pass.heldInputs)
            }
        }
        return passes.reversed()
    }

    private func isIntermediate(_ step: Int) -> Bool {
        if case .intermediate = plan.steps[step].operation { true } else { false }
    }
}
