import ImageGraph
import Pixels

/// One thread's computation of a stage's tiles.
struct TileEvaluator {
    private let steps: [PlanStep]
    private let stage: Stage
    private let stored: [Raster?]
    private let arena: ScratchArena
    // One entry per member, used again for every tile.
    private var regions: [PixelRect]
    private var results: [Raster]
    private var inputs: [Raster] = []

    init(steps: [PlanStep], stage: Stage, stored: [Raster?], arena: ScratchArena) {
        (self.steps, self.stage, self.stored, self.arena) = (steps, stage, stored, arena)
        regions = Array(repeating: .empty, count: stage.members.count)
        results = Array(repeating: .transparent, count: stage.members.count)
    }

    /// Computes every pixel of `tile` in `output`.
    mutating func evaluate(_ tile: PixelRect, into output: Raster) throws {
        propagateRegions(from: tile)
        let (dx, dy) = stage.writerOffset
        let written = regions[stage.writer].offset(dx: dx, dy: dy).intersection(tile)
        if written != tile { output.fill(tile, with: .zero) }
        if written.isEmpty { return }
        for index in stage.members.indices {
            let member = stage.members[index]
            let region = regions[index]
            if region.isEmpty {
                results[index] = .transparent
                continue
            }
            inputs.removeAll(keepingCapacity: true)
            for place in member.inputs {
                switch place {
                case .member(let other): inputs.append(results[other])
                case .stored(let step): inputs.append(stored[step] ?? .transparent)
                }
            }
            if index == stage.writer {
                let target = output.moved(dx: -dx, dy: -dy).window(region)
                try steps[member.step].compute(region, inputs: inputs, into: target)
                break
            }
            if let slot = member.slot {
                let target = try arena.raster(slot: slot, bounds: region)
                try steps[member.step].compute(region, inputs: inputs, into: target)
                results[index] = target
            } else if case .view(let dx, let dy) = steps[member.step].work {
                results[index] = (inputs.first ?? .transparent).moved(dx: dx, dy: dy).window(region)
            }
        }
    }

    /// Finds what the tile needs of every member: the regions of interest of all its readers together.
    private mutating func propagateRegions(from tile: PixelRect) {
        for index in regions.indices { regions[index] = .empty }
        regions[regions.count - 1] = tile.intersection(steps[stage.root].bounds)
        for index in stage.members.indices.reversed() where !regions[index].isEmpty {
            let member = stage.members[index]
            let step = steps[member.step]
            for (number, place) in member.inputs.enumerated() {
                guard case .member(let other) = place else { continue }
                let bounds = steps[stage.members[other].step].bounds
                regions[other] = regions[other].union(step.region(ofInput: number, for: regions[index], bounds: bounds))
            }
        }
    }
}
