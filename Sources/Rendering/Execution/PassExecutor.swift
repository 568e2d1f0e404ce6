import Dispatch
import Pixels
import Synchronization

/// Computes a pass's tiles on several threads. The first error stops all of them.
struct PassExecutor {
    let steps: [RenderStep]
    let threadCount: Int
    /// Limit in bytes for the scratch memory of all threads together.
    let scratchLimit: Int
    let scratch: ScratchPool
    let pixels: PixelPool
    let control: RenderingControl
    let regionCheck: RegionCheck?

    /// Computes `region` of the pass's result into `output`, whose bounds contain it.
    ///
    /// - Throws: the first tile's error, or `WorkMeter.Stopped`.
    func compute(_ planned: PlannedPass, region: PixelRect, into output: PixelView, held: [PixelView?]) throws {
        try compute(planned, region: region, into: .pixels(output), held: held)
    }

    /// Computes `region` of the pass's result tile by tile.
    ///
    /// - Throws: the first tile's error, or `WorkMeter.Stopped`.
    func compute(_ planned: PlannedPass, region: PixelRect, into output: PassOutput, held: [PixelView?]) throws {
        let tiles = TileGrid(
            region, output.aligned(planned.tileWidth), output.aligned(planned.tileHeight))
        let start = DispatchTime.now().uptimeNanoseconds
        let precomputed = try precompute(planned.pass, region: region, tiles: tiles, held: held)
        // Tiles need no scratch memory for precomputed members.
        let shared = precomputed.reduce(0) { $0 + ($1.map { $0.bounds.byteCount(in: $0.format) } ?? 0) }
        try run(
            planned.pass, tiles, scratchBytes: max(0, planned.scratchBytes - shared),
            limit: max(0, scratchLimit - shared),
            precomputed: precomputed, held: held
        ) { evaluator, tile in
            let computed =
                switch output {
                case .pixels(let view): try evaluator.evaluate(tile, into: view)
                case .tiles(let destination): try evaluator.evaluate(tile, storingIn: destination)
                case .texture: preconditionFailure("the processor can't write a device's memory")
                }
            control.recordTile(of: tile.area, computing: computed)
        }
        control.recordPass(
            name: steps[planned.pass.root].name, bytes: region.byteCount(in: planned.pass.format),
            seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }

    /// Computes the members that are shared by all tiles, see `PrecomputedMembers`.
    private func precompute(
        _ pass: RenderPass, region: PixelRect, tiles: TileGrid, held: [PixelView?]
    ) throws -> [PixelView?] {
        let members = try PrecomputedMembers(
            of: pass, steps, region: region, tiles: tiles, held: held, limit: scratchLimit)
        return try compute(members.regions, of: pass, held: held)
    }

    /// Computes whole regions of members, whose inputs are in memory or among these members. Returns them by member;
    /// nil for all others.
    func compute(_ regions: [Int: PixelRect], of pass: RenderPass, held: [PixelView?]) throws -> [PixelView?] {
        var computed = [PixelView?](repeating: nil, count: pass.members.count)
        for (index, part) in regions.sorted(by: { $0.key < $1.key }) {
            let member = pass.members[index]
            if !member.isCopy, let (dx, dy) = steps[member.step].operation.viewOffset, let input = member.inputs.first {
                computed[index] = input.pixels(computed: computed, held: held)?.moved(dx: dx, dy: dy).window(part)
                continue
            }
            let format = member.format
            let storage = try pixels.storage(byteCount: part.byteCount(in: format))
            let target = storage.view(bounds: part, format: format)
            let bands = TileGrid(part, part.width, max(1, Self.precomputedPixels / max(1, part.width)))
            try run(pass, bands, scratchBytes: 0, limit: 0, precomputed: computed, held: held) {
                try $0.compute(member: index, $1, into: target)
            }
            computed[index] = PixelView(
                bounds: part, format: format, base: target.base, bytesPerRow: target.bytesPerRow,
                keeping: ImmutablePixels(keeping: storage, pixelCount: part.area))
        }
        return computed
    }

    /// Converts `region` of `source`, which lies in both views, to the format of `target`, on several threads.
    func convert(_ source: PixelView, _ region: PixelRect, to target: PixelView) {
        let bands = TileGrid(region, region.width, max(1, Self.precomputedPixels / max(1, region.width)))
        DispatchQueue.concurrentPerform(iterations: bands.count) { target.convert(source, bands[$0]) }
    }

    /// Number of pixels of a precomputed member that a thread computes at once.
    private static let precomputedPixels = 1 << 16

    /// Calls `body` for every tile, on several threads.
    private func run(
        _ pass: RenderPass, _ tiles: TileGrid, scratchBytes: Int, limit: Int, precomputed: [PixelView?],
        held: [PixelView?],
        _ body: @Sendable @escaping (inout TileEvaluator, PixelRect) throws -> Void
    ) throws {
        let queue = TileQueue(count: tiles.count, control: control)
        let (steps, scratch, control) = (steps, scratch, control)
        let work: @Sendable (Int) -> Void = { _ in
            WorkMeter.$current.withValue(control.meter) {
                scratch.withArena { arena in
                    var evaluator = TileEvaluator(
                        steps: steps, pass: pass, held: held, precomputed: precomputed, arena: arena, control: control,
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

extension RenderPass.Input {
    /// Returns the input's pixels, if they are in memory.
    fileprivate func pixels(computed: [PixelView?], held: [PixelView?]) -> PixelView? {
        switch self {
        case .member(let index): computed[index]
        case .held(let step): held[step]
        }
    }
}
