import ImageGraph
import Pixels

/// Decides which steps are computed once into memory of their own, and how large tiles are.
struct Planner {
    /// A step is stored when computing it per tile would compute this many times its pixels.
    private static let worthwhileSaving = 1.5
    /// A step that reads this many times the pixels that it makes is stored: its result is small, and tiles of later
    /// steps would need much of the input.
    private static let reduction = 4.0
    /// Tiles are made smaller until no step needs more pixels than this for one tile (16 MiB).
    private static let mostScratchPixels = 1 << 20
    /// Tiles are never made smaller than this because of scratch memory.
    private static let smallestTile = 8

    private let tileSize: Int
    private let memoryLimit: Int
    private let backend: any KernelBackend
    private let colors: ColorMatcher

    init(configuration: RendererConfiguration, colors: ColorMatcher) {
        tileSize = configuration.tileSize
        memoryLimit = configuration.memoryLimit
        backend = configuration.backend
        self.colors = colors
    }

    /// A plan that computes `region` of `node`.
    func plan(_ node: ImageNode, region: PixelRect) throws(RenderingError) -> RenderPlan {
        let steps = try StepBuilder.steps(for: node, colors: colors, backend: backend)
        let needed = try neededRegions(of: steps, for: region)
        let stored = storedSteps(of: steps, needed: needed, region: region)
        var stages: [Stage] = []
        for root in stored.sorted() + [steps.count - 1] {
            stages.append(
                try stage(
                    root: root, steps: steps, stored: stored, region: root == steps.count - 1 ? region : needed[root]))
        }
        let final = stages.removeLast()
        let bytes = stored.reduce(0) { $0 + needed[$1].byteCount }
        return RenderPlan(steps: steps, storedStages: stages, finalStage: final, storedBytes: bytes)
    }

    /// The part of every step that rendering `region` of the last one needs.
    private func neededRegions(of steps: [PlanStep], for region: PixelRect) throws(RenderingError) -> [PixelRect] {
        var needed = [PixelRect](repeating: .empty, count: steps.count)
        needed[steps.count - 1] = region.intersection(steps[steps.count - 1].bounds)
        for (index, step) in steps.enumerated().reversed() where !needed[index].isEmpty {
            for (number, input) in step.inputs.enumerated() {
                let part = step.region(ofInput: number, for: needed[index], bounds: steps[input].bounds)
                if part.isUnbounded { throw .infiniteInput(step: step.name, input: number) }
                needed[input] = needed[input].union(part)
            }
        }
        return needed
    }

    /// Follows some tiles of every stage backwards, and stores the steps that the tiles' margins (or several stages)
    /// would compute again and again.
    private func storedSteps(of steps: [PlanStep], needed: [PixelRect], region: PixelRect) -> Set<Int> {
        var stored: Set<Int> = []
        var budget = memoryLimit - region.byteCount
        var demands = [[TileDemand]](repeating: [], count: steps.count)
        let root = steps.count - 1
        demands[root] = [TileDemand(stage: root, tiles: TileGrid(needed[root], tileSize, tileSize))]
        for index in steps.indices.reversed() where !needed[index].isEmpty {
            let step = steps[index]
            var demand = demands[index]
            demands[index] = []
            if index != root, !step.work.isCheap {
                let work = demand.reduce(0) { $0 + $1.totalArea }
                let bytes = needed[index].byteCount
                let read = step.inputs.reduce(0.0) { $0 + Double(needed[$1].area) }
                let area = Double(needed[index].area)
                if work > Self.worthwhileSaving * area || read > Self.reduction * area, bytes <= budget {
                    budget -= bytes
                    stored.insert(index)
                    demand = [TileDemand(stage: index, tiles: TileGrid(needed[index], tileSize, tileSize))]
                }
            }
            for (number, input) in step.inputs.enumerated() {
                for part in demand {
                    let read = part.mapped { step.region(ofInput: number, for: $0, bounds: steps[input].bounds) }
                    if let same = demands[input].firstIndex(where: { $0.stage == read.stage }) {
                        demands[input][same].formUnion(read)
                    } else {
                        demands[input].append(read)
                    }
                }
            }
        }
        return stored
    }

    /// The stage that computes step `root` over `region`.
    private func stage(root: Int, steps: [PlanStep], stored: Set<Int>, region: PixelRect) throws(RenderingError)
        -> Stage
    {
        let builder = StageBuilder(root: root, steps: steps, stored: stored)
        let visible = region.intersection(steps[root].bounds)
        var (width, height) = (min(tileSize, max(1, region.width)), min(tileSize, max(1, region.height)))
        var largest = builder.largestScratch(TileGrid(visible, width, height))
        while let before = largest, before.part.area > Self.mostScratchPixels, max(width, height) > Self.smallestTile {
            let halves = ((width + 1) / 2, (height + 1) / 2)
            let after = builder.largestScratch(TileGrid(visible, halves.0, halves.1))
            // Where a smaller tile needs as much as a larger one, it only adds work.
            guard let after, after.part.area < before.part.area / 4 * 3 else { break }
            ((width, height), largest) = (halves, after)
        }
        if let (step, part) = largest, part.byteCount > memoryLimit {
            throw .intermediateTooLarge(step: steps[step].name, region: part, bytes: part.byteCount, limit: memoryLimit)
        }
        return builder.stage(region: region, tileWidth: width, tileHeight: height)
    }
}

/// What some tiles of a stage need of a step, standing for all tiles of the stage.
private struct TileDemand {
    let stage: Int
    private var parts: [PixelRect]
    private let weight: Double

    init(stage: Int, tiles: TileGrid) {
        self.stage = stage
        parts = tiles.samples
        weight = parts.isEmpty ? 0 : Double(tiles.count) / Double(parts.count)
    }

    /// Estimate of the pixels computed for all tiles.
    var totalArea: Double { parts.reduce(0) { $0 + Double($1.area) } * weight }

    /// The demand on an input, given each part's region of interest.
    func mapped(_ region: (PixelRect) -> PixelRect) -> TileDemand {
        var result = self
        result.parts = parts.map { $0.isEmpty ? .empty : region($0) }
        return result
    }

    mutating func formUnion(_ other: TileDemand) {
        for index in parts.indices { parts[index] = parts[index].union(other.parts[index]) }
    }
}
