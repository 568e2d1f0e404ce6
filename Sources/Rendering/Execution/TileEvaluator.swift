import ImageGraph
import Pixels

/// Computes tiles of a stage on one thread.
///
/// The initializer makes everything that a tile needs, so that computing a tile allocates nothing.
struct TileEvaluator {
    private let steps: [PlanStep]
    private let stage: Stage
    private let held: [PixelView?]
    /// Results of the members that were computed before the tiles; nil for all other members.
    private let settled: [PixelView?]
    private let arena: ScratchArena
    private let control: RenderingControl
    private let regionCheck: RegionCheck?
    /// Steps of work per pixel, by member.
    private let costs: [Double]
    // One entry per member, reused for every tile.
    private var regions: [PixelRect]
    private var results: [PixelView]
    private var bindings: [[SamplerBinding]]
    private var inputs: [Raster] = []
    // Members whose region functions may fail while the regions for a tile are determined.
    private let uncertain: [Int]

    init(
        steps: [PlanStep], stage: Stage, held: [PixelView?], settled: [PixelView?], arena: ScratchArena,
        control: RenderingControl, regionCheck: RegionCheck?
    ) {
        (self.steps, self.stage, self.held, self.arena) = (steps, stage, held, arena)
        (self.settled, self.control, self.regionCheck) = (settled, control, regionCheck)
        costs = stage.members.map { if case .copy = $0.task { 1 } else { steps[$0.step].stepsPerPixel } }
        regions = Array(repeating: .empty, count: stage.members.count)
        uncertain = stage.members.indices.filter { steps[stage.members[$0].step].mayFailRegions }
        results = zip(stage.members, settled).map { $1 ?? .empty($0.format) }
        bindings = stage.members.map { member in
            switch member.task {
            case .copy: [PixelCopy.binding]
            case .step: steps[member.step].work.kernel?.samplers ?? []
            }
        }
    }

    /// Computes every pixel of `tile` in `output`. Returns how many pixels all members computed together.
    mutating func evaluate(_ tile: PixelRect, into output: PixelView) throws -> Int {
        try propagateRegions(from: tile)
        for index in uncertain { try steps[stage.members[index].step].checkRegions() }
        let (dx, dy) = stage.writerOffset
        let written = regions[stage.writer].offset(dx: dx, dy: dy).intersection(tile)
        if written != tile { output.fillTransparent(tile) }
        if written.isEmpty { return 0 }
        var (computed, work) = (0, 0.0)
        defer { control.meter.spend(Int(work)) }
        for index in 0...stage.writer where settled[index] == nil {
            let region = regions[index]
            try check(before: index)
            if region.isEmpty {
                results[index] = .empty(stage.members[index].format)
            } else if index == stage.writer {
                try compute(index, region, into: output.moved(dx: -dx, dy: -dy))
                computed += region.area
                work += Double(region.area) * costs[index]
            } else if let slot = stage.members[index].slot {
                let target = try arena.raster(slot: slot, bounds: region).view
                try compute(index, region, into: target)
                results[index] = target
                computed += region.area
                work += Double(region.area) * costs[index]
            } else if let (dx, dy) = steps[stage.members[index].step].work.viewOffset {
                results[index] = view(index, input: 0).moved(dx: dx, dy: dy).window(region)
            }
        }
        return computed
    }

    private func check(before index: Int) throws {
        do { try control.meter.check() } catch {
            control.stopped(in: steps[stage.members[index].step].name)
            throw error
        }
    }

    /// Computes `region` of a member whose inputs are in memory.
    mutating func compute(member index: Int, _ region: PixelRect, into output: PixelView) throws {
        try compute(index, region, into: output)
        control.meter.spend(Int(Double(region.area) * costs[index]))
    }

    private mutating func compute(_ index: Int, _ region: PixelRect, into output: PixelView) throws {
        do { try computeUnnoted(index, region, into: output) } catch {
            control.stopped(in: steps[stage.members[index].step].name)
            throw error
        }
    }

    private mutating func computeUnnoted(_ index: Int, _ region: PixelRect, into output: PixelView) throws {
        let member = stage.members[index]
        switch member.task {
        case .copy(let kernel):
            try PixelCopy.copy(
                view(index, input: 0), to: output, region: region, with: kernel, bindings: &bindings[index])
        case .step(let kernel):
            let step = steps[member.step]
            if let kernel, let work = step.work.kernel {
                for image in bindings[index].indices { bindings[index][image].pixels = view(index, input: image) }
                let image = work.warped == nil ? nil : view(index, input: member.inputs.count - 1)
                try work.run(kernel, region: region, bindings: bindings[index], warping: image, output: output)
                try regionCheck?.check(
                    step, region, images: member.inputs.indices.map { view(index, input: $0) },
                    bounds: step.inputs.map { steps[$0].bounds }, output: output
                ) { images, output in
                    var bindings = bindings[index]
                    for image in bindings.indices { bindings[image].pixels = images[image] }
                    try work.run(
                        kernel, region: region, bindings: bindings, warping: work.warped == nil ? nil : images.last,
                        output: output)
                }
                return
            }
            inputs.removeAll(keepingCapacity: true)
            for number in member.inputs.indices { inputs.append(view(index, input: number).raster ?? .transparent) }
            try step.compute(region, inputs: inputs, into: output.window(region).raster ?? .transparent)
        }
    }

    /// Returns the pixels of a member's input.
    private func view(_ index: Int, input: Int) -> PixelView {
        guard input < stage.members[index].inputs.count else { return .empty(.RGBAf) }
        switch stage.members[index].inputs[input] {
        case .member(let other): return results[other]
        case .held(let step): return held[step] ?? .empty(stage.heldFormats[step] ?? .RGBAf)
        }
    }

    /// Determines the region of every member that the tile needs: the union of its readers' regions of interest.
    private mutating func propagateRegions(from tile: PixelRect) throws {
        for index in regions.indices { regions[index] = .empty }
        regions[regions.count - 1] = tile.intersection(steps[stage.root].bounds)
        for index in stage.members.indices.reversed() where !regions[index].isEmpty && settled[index] == nil {
            try control.meter.check()
            let member = stage.members[index]
            for (number, place) in member.inputs.enumerated() {
                guard case .member(let other) = place else { continue }
                let part =
                    stage.wholeCopy(other, readBy: index, steps, held)
                    ?? member.region(ofInput: number, for: regions[index], from: stage.members[other], steps)
                regions[other] = regions[other].union(part)
            }
        }
    }
}
