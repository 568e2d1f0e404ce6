import Dispatch
import Pixels
import Synchronization

/// Computes a stage's tiles on several threads; the first error stops all of them.
struct StageExecutor {
    let steps: [PlanStep]
    let threadCount: Int
    /// Bytes that all threads' tiles may take together.
    let scratchLimit: Int
    let scratch: ScratchPool
    let control: RenderingControl
    /// Finds kernels whose region functions return too little; nil where nobody asked for that.
    let regionCheck: RegionCheck?

    /// Computes `region` of the stage's result into `output`, whose bounds contain it.
    ///
    /// - Throws: the first tile's error, or `WorkMeter.Stopped`.
    func compute(_ part: RenderPlan.StagePart, region: PixelRect, into output: PixelView, held: [PixelView?]) throws {
        let tiles = TileGrid(region, part.tileWidth, part.tileHeight)
        let queue = TileQueue(count: tiles.count, control: control)
        let (steps, scratch, control, stage, regionCheck) = (steps, scratch, control, part.stage, regionCheck)
        let start = DispatchTime.now().uptimeNanoseconds
        let work: @Sendable (Int) -> Void = { _ in
            WorkMeter.$current.withValue(control.meter) {
                scratch.withArena { arena in
                    var evaluator = TileEvaluator(
                        steps: steps, stage: stage, held: held, arena: arena, control: control,
                        regionCheck: regionCheck)
                    while let index = queue.next() {
                        do {
                            let computed = try evaluator.evaluate(tiles[index], into: output)
                            control.finishedTile(of: tiles[index].area, computing: computed)
                        } catch {
                            queue.fail(with: error, at: index)
                        }
                    }
                }
            }
        }
        let workers = min(threadCount, tiles.count, max(1, scratchLimit / max(1, part.scratchBytes)))
        if workers > 1 {
            DispatchQueue.concurrentPerform(iterations: workers, execute: work)
        } else {
            work(0)
        }
        if let failure = queue.failure { throw failure }
        control.finishedPass(
            name: steps[stage.root].name, bytes: region.byteCount(in: stage.format),
            seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
}
