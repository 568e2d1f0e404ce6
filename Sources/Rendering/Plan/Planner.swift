import Foundation
import ImageGraph
import Pixels

/// Turns recipes into stages, and finds how much of each stage a part of the image needs.
struct Planner {
    /// Tiles are made smaller until no step needs more pixels than this for one tile: 768 KiB of a core's L2 cache.
    private static let mostScratchPixels = 48 << 10

    /// Tiles are made larger, because of margins, until a step would need more pixels than this for one tile: 16 MiB for each thread.
    private static let mostWideScratchPixels = 1 << 20
    /// There are to be so many tiles for each thread, for all threads to be busy until the end.
    private static let fewestTilesPerThread = 4
    /// Tiles grow up to this number of pixels where all of them need the same part of an image, however much that is.
    private static let mostTilePixels = 1 << 20
    /// Two tiles need more than one tile of their size together, because of margins. From this ratio on the cache doesn't make up for it.
    private static let largestSurplus = 1.265
    /// Leaving the cache is worth it where smaller tiles need this many times more; tiles that have left it have less to lose.
    private static let (smallestGain, smallestGainOutside) = (1.8, 1.6)

    private let configuration: RendererConfiguration
    private let colors: ColorMatcher
    /// Bytes of pixels that a rendering may hold.
    let memoryLimit: Int

    /// - Parameter memoryLimit: Bytes of pixels that a rendering may hold; the configuration's where left out.
    init(configuration: RendererConfiguration, colors: ColorMatcher, memoryLimit: Int? = nil) {
        (self.configuration, self.colors) = (configuration, colors)
        self.memoryLimit = memoryLimit ?? configuration.memoryLimit
    }

    /// The stages that compute `node` in `format`.
    ///
    /// - Parameters:
    ///   - center: A point around which the image has its pixels.
    ///   - stripHeight: For one rendering from the top down, the height of its strips; sources that decode themselves are
    ///     read row by row then.
    func graph(
        of node: ImageNode, format: PixelFormat, center: CGPoint, stripHeight: Int? = nil
    ) throws -> StageGraph {
        let backend = configuration.backend
        var steps = try StepBuilder.steps(for: node, colors: colors, backend: backend, stripHeight: stripHeight)
        steps[steps.count - 1] = steps[steps.count - 1].resulting(in: format)
        let stored = try StoringDecision.storedSteps(of: steps, center: center)
        let builder = StageBuilder(
            steps: steps, stored: stored, storedFormat: configuration.intermediateFormat, backend: backend)
        var stages: [Stage] = []
        for root in stored.sorted() {
            try WorkMeter.check()
            stages.append(try builder.stage(root: root, format: builder.format(ofStored: root)))
        }
        stages.append(try builder.stage(root: steps.count - 1, format: format))
        return StageGraph(steps: steps, stages: stages)
    }

    /// A plan that computes `region` of the image.
    func plan(_ graph: StageGraph, region: PixelRect) throws -> RenderPlan {
        let needed = try neededRegions(of: graph, for: region)
        var parts: [RenderPlan.StagePart] = []
        for (index, stage) in graph.stages.enumerated() {
            let isFinal = index == graph.stages.count - 1
            let part = isFinal ? region : needed[stage.root]
            if part.isEmpty { continue }
            parts.append(try self.part(stage, of: graph.steps, region: part))
        }
        let final = parts.removeLast()
        var streamed: [Int: PixelRect] = [:]
        for (index, step) in graph.steps.enumerated() {
            if case .streamed = step.work, !needed[index].isEmpty { streamed[index] = needed[index] }
        }
        return RenderPlan(
            steps: graph.steps, storedStages: parts, finalStage: final, streamed: streamed,
            storedBytes: storedBytes(parts, final), scratchBytes: (parts + [final]).map(\.scratchBytes).max() ?? 0)
    }

    /// What rendering `region` takes at least.
    func cost(_ graph: StageGraph, region: PixelRect) throws -> RecipeCost {
        RecipeCost(of: graph.steps, needed: try neededRegions(of: graph, for: region))
    }

    /// The part of every step that rendering `region` of the last one needs.
    private func neededRegions(of graph: StageGraph, for region: PixelRect) throws -> [PixelRect] {
        let meter = WorkMeter.current
        let steps = graph.steps
        var needed = [PixelRect](repeating: .empty, count: steps.count)
        needed[steps.count - 1] = region.intersection(steps[steps.count - 1].bounds)
        for (index, step) in steps.enumerated().reversed() where !needed[index].isEmpty {
            try meter?.check()
            for (number, input) in step.inputs.enumerated() {
                let part = step.region(ofInput: number, for: needed[index], bounds: steps[input].bounds)
                try step.checkRegions()
                if part.isUnbounded { throw RenderingError.infiniteInput(step: step.name, input: number) }
                needed[input] = needed[input].union(part)
            }
        }
        return needed
    }

    /// The most that is held at the same time when results are freed after their last reader.
    private func storedBytes(_ parts: [RenderPlan.StagePart], _ final: RenderPlan.StagePart) -> Int {
        var lastReader: [Int: Int] = [:]
        for (index, part) in (parts + [final]).enumerated() {
            for step in part.stage.heldInputs { lastReader[step] = index }
        }
        var (now, most) = (0, 0)
        for (index, part) in parts.enumerated() {
            now = now.addingReportingOverflow(part.byteCount).overflow ? .max : now + part.byteCount
            most = max(most, now)
            for other in parts where lastReader[other.stage.root] == index { now -= other.byteCount }
        }
        return most
    }

    /// What is computed of a stage, in tiles whose scratch memory stays in the cache, unless their margins would be most of the work.
    private func part(
        _ stage: Stage, of steps: [PlanStep], region: PixelRect
    ) throws -> RenderPlan.StagePart {
        let visible = region.intersection(steps[stage.root].bounds)
        var width = min(configuration.tileWidth, max(1, region.width))
        var height = min(configuration.tileHeight, max(1, region.height))
        var largest = try largestScratch(stage, steps, TileGrid(visible, width, height))
        var isUsual = true
        while let before = largest, before.part.area > Self.mostScratchPixels, max(width, height) > 1 {
            // Long rows are quicker to read than short ones.
            let halvesRows = before.part.height <= before.part.width || height == 1
            let halves = (halvesRows ? (width + 1) / 2 : width, (height + 1) / 2)
            let after = try largestScratch(stage, steps, TileGrid(visible, halves.0, halves.1))
            let isQuarter = halves.0 < width && halves.1 < height
            let (pieces, surplus) = (isQuarter ? 4.0 : 2.0, pow(Self.largestSurplus, isQuarter ? 2 : 1))
            guard let after, pieces * Double(after.part.area) < surplus * Double(before.part.area) else { break }
            ((width, height), largest, isUsual) = (halves, after, false)
        }
        while isUsual, let before = largest, before.part.area > 2 * width * height {
            let doubled = (min(2 * width, max(width, visible.width)), min(2 * height, max(height, visible.height)))
            let grid = TileGrid(visible, doubled.0, doubled.1)
            let growth = Double(doubled.0 * doubled.1) / Double(width * height)
            let isOutside = before.part.area > 2 * Self.mostScratchPixels
            let gain = isOutside ? Self.smallestGainOutside : Self.smallestGain
            guard growth > 1, grid.count >= Self.fewestTilesPerThread * configuration.threadCount,
                let after = try largestScratch(stage, steps, grid),
                after.part.area <= Self.mostWideScratchPixels && after.part.byteCount < memoryLimit / 8
                    || after.part.area == before.part.area && doubled.0 * doubled.1 <= Self.mostTilePixels,
                gain * Double(after.part.area) < growth * Double(before.part.area)
            else { break }
            ((width, height), largest) = (doubled, after)
        }
        if let largest, max(largest.bytes, largest.part.byteCount) > memoryLimit {
            throw RenderingError.intermediateTooLarge(
                step: steps[largest.step].name, region: largest.part, bytes: max(largest.bytes, largest.part.byteCount),
                limit: memoryLimit)
        }
        return RenderPlan.StagePart(
            stage: stage, region: region, tileWidth: width, tileHeight: height,
            // What stays in the cache isn't worth counting.
            scratchBytes: largest.map { $0.part.area > Self.mostScratchPixels ? $0.bytes : 0 } ?? 0)
    }

    /// The step that needs most scratch memory for some sample tiles, and how much of it is needed; and the bytes of all steps' memory together.
    private func largestScratch(
        _ stage: Stage, _ steps: [PlanStep], _ tiles: TileGrid
    ) throws -> (step: Int, part: PixelRect, bytes: Int)? {
        let meter = WorkMeter.current
        var largest: (step: Int, part: PixelRect)?
        var slots: [Int: Int] = [:]
        for tile in tiles.samples {
            var parts = [PixelRect](repeating: .empty, count: stage.members.count)
            parts[parts.count - 1] = tile
            for index in stage.members.indices.reversed() where !parts[index].isEmpty {
                try meter?.check()
                let member = stage.members[index]
                let isScratch = member.slot != nil || index == stage.writer
                if isScratch, parts[index].area > largest?.part.area ?? 0 { largest = (member.step, parts[index]) }
                if let slot = member.slot { slots[slot] = max(slots[slot] ?? 0, parts[index].byteCount) }
                for (number, place) in member.inputs.enumerated() {
                    guard case .member(let other) = place else { continue }
                    parts[other] = parts[other].union(
                        member.region(ofInput: number, for: parts[index], from: stage.members[other], steps))
                }
            }
        }
        let bytes = slots.values.reduce(0) { sum, bytes in
            let (total, overflows) = sum.addingReportingOverflow(bytes)
            return overflows ? .max : total
        }
        return largest.map { ($0.step, $0.part, bytes) }
    }
}

extension Stage.Member {
    /// Pixels of input `number`, another member's result, that are needed for `output`.
    func region(
        ofInput number: Int, for output: PixelRect, from other: Stage.Member, _ steps: [PlanStep]
    ) -> PixelRect {
        let bounds = steps[other.step].bounds
        if case .copy = task { return output.intersection(bounds) }
        return steps[step].region(ofInput: number, for: output, bounds: bounds)
    }
}
