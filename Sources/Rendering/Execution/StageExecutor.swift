import Dispatch
import Pixels
import Synchronization

/// Computes a stage's tiles on several threads; the first error stops all of them.
struct StageExecutor {
    let steps: [PlanStep]
    let threadCount: Int
    let scratch: ScratchPool

    /// Computes `region` of the stage's result into `output`, whose bounds contain it.
    func compute(_ stage: Stage, region: PixelRect, into output: Raster, stored: [Raster?]) throws {
        let tiles = TileGrid(region, stage.tileWidth, stage.tileHeight)
        let queue = TileQueue(count: tiles.count)
        let (steps, scratch) = (steps, scratch)
        let work: @Sendable (Int) -> Void = { _ in
            scratch.withArena { arena in
                var evaluator = TileEvaluator(steps: steps, stage: stage, stored: stored, arena: arena)
                while let index = queue.next() {
                    do {
                        try evaluator.evaluate(tiles[index], into: output)
                    } catch {
                        queue.fail(with: error, at: index)
                    }
                }
            }
        }
        let workers = min(threadCount, tiles.count)
        if workers > 1 {
            DispatchQueue.concurrentPerform(iterations: workers, execute: work)
        } else {
            work(0)
        }
        if let failure = queue.failure { throw failure }
    }
}

/// Deals out tile numbers in order until all are dealt or one has failed.
private final class TileQueue: Sendable {
    private let count: Int
    private let dealt = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private let firstFailure = Mutex<(index: Int, error: any Error)?>(nil)

    init(count: Int) { self.count = count }

    func next() -> Int? {
        if stopped.load(ordering: .relaxed) { return nil }
        let index = dealt.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }

    func fail(with error: any Error, at index: Int) {
        stopped.store(true, ordering: .relaxed)
        firstFailure.withLock { failure in
            // The earliest tile's error is reported, so that the message depends on the threads' timing as little as
            // possible.
            if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
        }
    }

    var failure: (any Error)? { firstFailure.withLock { $0?.error } }
}
