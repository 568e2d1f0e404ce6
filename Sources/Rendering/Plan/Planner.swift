import Foundation
import ImageGraph
import Pixels

/// Makes stages from recipes, and determines the region of each stage that a part of the image needs.
struct Planner {
    /// Scratch limit in pixels for one step of one tile: 768 KiB of a core's L2 cache. Tiles that need more are split.
    private static let mostScratchPixels = 48 << 10

    /// Scratch limit in pixels for one step of a tile that is enlarged because of its margins: 16 MiB for each thread.
    private static let mostWideScratchPixels = 1 << 20
    /// Minimum number of tiles per thread, so that all threads are busy until the end.
    private static let fewestTilesPerThread = 4
    /// Size limit in pixels for tiles that all need the same part of an image. They may grow however large that part
    /// is.
    private static let mostTilePixels = 1 << 20
    /// Splitting a tile repeats its margins. Above this ratio of pixels the cache gain no longer pays for it.
    private static let largestSurplus = 1.265
    /// Minimum saving that justifies tiles larger than the cache; lower for tiles that already exceed it.
    private static let (smallestGain, smallestGainOutside) = (1.8, 1.6)

    private let configuration: RendererConfiguration
    private let colors: ColorMatcher
    /// Limit in bytes for the pixels that a rendering holds.
    let memoryLimit: Int

    /// - Parameter memoryLimit: Limit in bytes for the pixels that a rendering holds; nil for the configuration's
    ///   limit.
    init(configuration: RendererConfiguration, colors: ColorMatcher, memoryLimit: Int? = nil) {
        (self.configuration, self.colors) = (configuration, colors)
        self.memoryLimit = memoryLimit ?? configuration.memoryLimit
    }

    /// Returns the stages that compute `node` in `format`.
    ///
    /// - Parameters:
    ///   - center: The centre of the image's pixels.
    ///   - stripHeight: The height of the strips if the image is rendered once from the top down. Sources that support
    ///     it are then read row by row.
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

    /// Returns a plan that computes `region` of the image.
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

    /// Returns a lower bound of the cost of rendering `region`.
    func cost(_ graph: StageGraph, region: PixelRect) throws -> RecipeCost {
        RecipeCost(of: graph.steps, needed: try neededRegions(of: graph, for: region))
    }

    /// Returns the region of every step that rendering `region` of the last step needs.
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

    /// Returns the peak size in bytes of the stored results if each is freed after its last reader.
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

    /// Returns the part of a stage to compute. Its tiles are so small that scratch memory stays in the cache, unless
    /// the margins would then be most of the work.
    private func part(
        _ stage: Stage, of steps: [PlanStep], region: PixelRect
    ) throws -> RenderPlan.StagePart {
        let visible = region.intersection(steps[stage.root].bounds)
        var width = min(configuration.tileWidth, max(1, region.width))
        var height = min(configuration.tileHeight, max(1, region.height))
        var largest = try largestScratch(stage, steps, TileGrid(visible, width, height))
        var isUsual = true
        while let before = largest, before.part.area > Self.mostScratchPixels, max(width, height) > 1 {
            // Reading long rows is faster than reading short ones.
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
            // Scratch memory that stays in the cache is too small to count.
            scratchBytes: largest.map { $0.part.area > Self.mostScratchPixels ? $0.bytes : 0 } ?? 0)
    }

    /// Returns the step that needs the most scratch memory for some sample tiles, the region it needs, and the size in
    /// bytes of all scratch slots together.
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
    /// Returns the pixels of input `number`, which is the result of member `other`, that `output` needs.
    func region(
        ofInput number: Int, for output: PixelRect, from other: Stage.Member, _ steps: [PlanStep]
    ) -> PixelRect {
        let bounds = steps[other.step].bounds
        if case .copy = task { return output.intersection(bounds) }
        return steps[step].region(ofInput: number, for: output, bounds: bounds)
    }
}
