import ImageGraph
import Pixels

/// Computes tiles of a pass on one thread.
///
/// The initializer makes everything that a tile needs, so that computing a tile allocates nothing.
struct TileEvaluator {
    private let steps: [RenderStep]
    private let pass: RenderPass
    private let held: [PixelView?]
    /// Results of the members that were computed before the tiles; nil for all other members.
    private let precomputed: [PixelView?]
    private let arena: ScratchArena
    private let control: RenderingControl
    private let regionCheck: RegionCheck?
    /// Work per pixel, by member.
    private let costs: [Double]
    // One entry per member, reused for every tile.
    private var regions: [PixelRect]
    private var results: [PixelView]
    private var bindings: [[SamplerBinding]]
    private var inputs: [Raster] = []
    /// The slot for tiles that are stored elsewhere. Members use the slots before it.
    private let resultSlot: Int
    // The operators that read pixels as they are stored in this pass; nil for all other members.
    private let storedPixelOperators: [(any StoredPixelOperator)?]
    // Members whose region functions may fail while the regions for a tile are determined.
    private let membersWithFallibleRegions: [Int]

    init(
        steps: [RenderStep], pass: RenderPass, held: [PixelView?], precomputed: [PixelView?], arena: ScratchArena,
        control: RenderingControl, regionCheck: RegionCheck?
    ) {
        (self.steps, self.pass, self.held, self.arena) = (steps, pass, held, arena)
        (self.precomputed, self.control, self.regionCheck) = (precomputed, control, regionCheck)
        costs = pass.members.map { $0.isCopy ? 1 : steps[$0.step].workPerPixel }
        resultSlot = 1 + (pass.members.compactMap(\.slot).max() ?? -1)
        regions = Array(repeating: .empty, count: pass.members.count)
        membersWithFallibleRegions = pass.members.indices.filter { steps[pass.members[$0].step].mayFailRegions }
        storedPixelOperators = pass.members.map { member in
            // Floats are stored as they are computed with, unless the result is another format.
            guard !member.isCopy, let input = member.inputs.first,
                pass.format(of: input) != .RGBAf || member.format != .RGBAf
            else { return nil }
            return steps[member.step].operation.storedPixelOperator
        }
        results = zip(pass.members, precomputed).map { $1 ?? .empty($0.format) }
        bindings = pass.members.map { member in
            member.isCopy ? [PixelCopy.binding] : steps[member.step].operation.kernel?.samplers ?? []
        }
    }

    /// Computes every pixel of `tile` in `output`. Returns how many pixels all members computed together.
    mutating func evaluate(_ tile: PixelRect, into output: PixelView) throws -> Int {
        try pass.findRegions(
            &regions, for: tile, steps, held: held, precomputed: precomputed, meter: control.meter)
        for index in membersWithFallibleRegions { try steps[pass.members[index].step].checkRegions() }
        let (dx, dy) = pass.writerOffset
        let written = regions[pass.writer].moved(dx: dx, dy: dy).intersection(tile)
        if written != tile { output.fillTransparent(tile) }
        if written.isEmpty { return 0 }
        var (computed, work) = (0, 0.0)
        defer { control.meter.spend(Int(work)) }
        for index in 0...pass.writer where precomputed[index] == nil {
            let region = regions[index]
            try check(before: index)
            if region.isEmpty {
                results[index] = .empty(pass.members[index].format)
            } else if index == pass.writer {
                try compute(index, region, into: output.moved(dx: -dx, dy: -dy))
                computed += region.area
                work += Double(region.area) * costs[index]
            } else if let slot = pass.members[index].slot {
                let target = try arena.view(slot: slot, bounds: region, format: pass.members[index].format)
                try compute(index, region, into: target)
                results[index] = target
                computed += region.area
                work += Double(region.area) * costs[index]
            } else if let (dx, dy) = steps[pass.members[index].step].operation.viewOffset {
                results[index] = view(index, input: 0).moved(dx: dx, dy: dy).window(region)
            }
        }
        return computed
    }

    /// Computes a tile in scratch memory and stores it. Returns how many pixels all members computed together.
    mutating func evaluate(_ tile: PixelRect, storingIn destination: any TileDestination) throws -> Int {
        let area = destination.area(for: tile)
        let pixels = try arena.view(slot: resultSlot, bounds: area, format: destination.format)
        let computed = try evaluate(area, into: pixels)
        destination.store(tile, pixels)
        return computed
    }

    private func check(before index: Int) throws {
        do { try control.meter.check() } catch {
            control.recordStop(in: steps[pass.members[index].step].name)
            throw error
        }
    }

    /// Computes `region` of a member whose inputs are in memory.
    mutating func compute(member index: Int, _ region: PixelRect, into output: PixelView) throws {
        try compute(index, region, into: output)
        control.meter.spend(Int(Double(region.area) * costs[index]))
    }

    private mutating func compute(_ index: Int, _ region: PixelRect, into output: PixelView) throws {
        do { try computeMember(index, region, into: output) } catch {
            control.recordStop(in: steps[pass.members[index].step].name)
            throw error
        }
    }

    private mutating func computeMember(_ index: Int, _ region: PixelRect, into output: PixelView) throws {
        let member = pass.members[index]
        if member.isCopy {
            return try PixelCopy.copy(
                view(index, input: 0), to: output, region: region, with: member.kernel, bindings: &bindings[index])
        }
        let step = steps[member.step]
        guard let kernel = member.kernel, let bound = step.operation.kernel else {
            if let computation = storedPixelOperators[index] {
                return try step.compute(
                    region, stored: member.inputs.indices.map { view(index, input: $0) }, by: computation,
                    into: output.window(region))
            }
            inputs.removeAll(keepingCapacity: true)
            for number in member.inputs.indices { inputs.append(view(index, input: number).raster ?? .transparent) }
            return try step.compute(region, inputs: inputs, into: output.window(region).raster ?? .transparent)
        }
        for image in bindings[index].indices { bindings[index][image].pixels = view(index, input: image) }
        let image = bound.warped == nil ? nil : view(index, input: member.inputs.count - 1)
        try bound.run(kernel, region: region, bindings: bindings[index], warping: image, output: output)
        try regionCheck?.check(
            step, region, images: member.inputs.indices.map { view(index, input: $0) },
            bounds: step.inputs.map { steps[$0].bounds }, output: output
        ) { images, output in
            var bindings = bindings[index]
            for image in bindings.indices { bindings[image].pixels = images[image] }
            try bound.run(
                kernel, region: region, bindings: bindings, warping: bound.warped == nil ? nil : images.last,
                output: output)
        }
    }

    /// Returns the pixels of a member's input.
    private func view(_ index: Int, input: Int) -> PixelView {
        guard input < pass.members[index].inputs.count else { return .empty(.RGBAf) }
        switch pass.members[index].inputs[input] {
        case .member(let other): return results[other]
        case .held(let step): return held[step] ?? .empty(pass.heldFormats[step] ?? .RGBAf)
        }
    }
}
