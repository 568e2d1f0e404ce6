import Dispatch
import Pixels
import Synchronization

/// Computes a stage's tiles on several threads. The first error stops all of them.
struct StageExecutor {
    let steps: [PlanStep]
    let threadCount: Int
    /// Limit in bytes for the scratch memory of all threads together.
    let scratchLimit: Int
    let scratch: ScratchPool
    let pixels: PixelPool
    let control: RenderingControl
    let regionCheck: RegionCheck?

    /// Computes `region` of the stage's result into `output`, whose bounds contain it.
    ///
    /// - Throws: the first tile's error, or `WorkMeter.Stopped`.
    func compute(_ part: RenderPlan.StagePart, region: PixelRect, into output: PixelView, held: [PixelView?]) throws {
        let tiles = TileGrid(region, part.tileWidth, part.tileHeight)
        let start = DispatchTime.now().uptimeNanoseconds
        let settled = try settle(part.stage, region: region, tiles: tiles, held: held)
        // Tiles need no scratch memory for settled members.
        let shared = settled.reduce(0) { $0 + ($1.map { $0.bounds.byteCount(in: $0.format) } ?? 0) }
        try run(
            part.stage, tiles, scratchBytes: max(0, part.scratchBytes - shared), limit: max(0, scratchLimit - shared),
            settled: settled, held: held
        ) { evaluator, tile in
            let computed = try evaluator.evaluate(tile, into: output)
            control.finishedTile(of: tile.area, computing: computed)
        }
        control.finishedPass(
            name: steps[part.stage.root].name, bytes: region.byteCount(in: part.stage.format),
            seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }

    /// Computes the members that are shared by all tiles, see `SettledMembers`.
    private func settle(
        _ stage: Stage, region: PixelRect, tiles: TileGrid, held: [PixelView?]
    ) throws -> [PixelView?] {
        var settled = [PixelView?](repeating: nil, count: stage.members.count)
        let members = SettledMembers(of: stage, steps, region: region, tiles: tiles, held: held, limit: scratchLimit)
        for (index, part) in members.parts.sorted(by: { $0.key < $1.key }) {
            let format = stage.members[index].format
            let storage = try pixels.storage(byteCount: part.byteCount(in: format))
            let target = storage.view(bounds: part, format: format)
            let bands = TileGrid(part, part.width, max(1, Self.settledPixels / max(1, part.width)))
            try run(stage, bands, scratchBytes: 0, limit: 0, settled: settled, held: held) {
                try $0.compute(member: index, $1, into: target)
            }
            settled[index] = PixelView(
                bounds: part, format: format, base: target.base, bytesPerRow: target.bytesPerRow,
                keeping: SettledPixels(keeping: storage, pixelCount: part.area))
        }
        return settled
    }

    /// Number of pixels of a settled member that a thread computes at once.
    private static let settledPixels = 1 << 16

    /// Calls `body` for every tile, on several threads.
    private func run(
        _ stage: Stage, _ tiles: TileGrid, scratchBytes: Int, limit: Int, settled: [PixelView?], held: [PixelView?],
        _ body: @Sendable @escaping (inout TileEvaluator, PixelRect) throws -> Void
    ) throws {
        let queue = TileQueue(count: tiles.count, control: control)
        let (steps, scratch, control) = (steps, scratch, control)
        let work: @Sendable (Int) -> Void = { _ in
            WorkMeter.$current.withValue(control.meter) {
                scratch.withArena { arena in
                    var evaluator = TileEvaluator(
                        steps: steps, stage: stage, held: held, settled: settled, arena: arena, control: control,
                        regionCheck: regionCheck)
                    while let index = queue.next() {
                        do {
                            try body(&evaluator, tiles[index])
                        } catch {
                            queue.fail(with: error, at: index)
                        }
                    }
                }
            }
        }
        let workers = min(threadCount, tiles.count, scratchBytes == 0 ? threadCount : max(1, limit / scratchBytes))
        if workers > 1 {
            DispatchQueue.concurrentPerform(iterations: workers, execute: work)
        } else {
            work(0)
        }
        if let failure = queue.failure { throw failure }
    }
}
