import Pixels

/// The demands of sample tiles of a pass, for choosing the size of tiles.
struct TileSamples {
    /// The size of tiles in pixels.
    typealias Size = (width: Int, height: Int)
    /// The step that needs the most scratch memory, the region it needs, and the size in bytes of all scratch slots
    /// together.
    typealias Scratch = (step: Int, region: PixelRect, bytes: Int)

    let pass: RenderPass
    let steps: [RenderStep]
    /// The part of the region to compute that is within the result's bounds.
    let visible: PixelRect

    /// Returns the tiles of a size.
    func grid(_ size: Size) -> TileGrid { TileGrid(visible, size.width, size.height) }

    /// Returns the work of one tile in steps, the largest of some sample tiles.
    func work(_ size: Size) throws -> Double {
        let meter = WorkMeter.current
        var regions = [PixelRect](repeating: .empty, count: pass.members.count)
        return try grid(size).samples.reduce(0) { most, tile in
            try pass.findRegions(&regions, for: tile, steps, meter: meter)
            let work = pass.members.indices.reduce(0.0) { sum, index in
                let member = pass.members[index]
                return sum + Double(regions[index].area) * (member.isCopy ? 1 : steps[member.step].workPerPixel)
            }
            return max(most, work)
        }
    }

    /// Returns the pixels in memory that an operator reads for a tile in the middle; nil unless the pass only consists
    /// of an operator on such pixels, and of a copy of its result.
    func heldPixels(_ size: Size) throws -> PixelRect? {
        guard let first = pass.members.first, !first.isCopy, pass.members.dropFirst().allSatisfy(\.isCopy),
            case .native = steps[first.step].operation,
            first.inputs.allSatisfy({ if case .held = $0 { true } else { false } })
        else { return nil }
        try WorkMeter.current?.check()
        let (grid, step) = (grid(size), steps[first.step])
        guard grid.count > 0 else { return nil }
        let tiles = grid.samples
        return step.inputs.enumerated().reduce(PixelRect.empty) { sum, input in
            let bounds = steps[input.element].bounds
            return sum.union(step.region(ofInput: input.offset, for: tiles[tiles.count / 2], bounds: bounds))
        }
    }

    /// Returns the largest demand for scratch memory among some sample tiles; nil if they need none.
    func largestScratch(_ size: Size) throws -> Scratch? {
        let meter = WorkMeter.current
        var largest: (step: Int, region: PixelRect)?
        var slots: [Int: Int] = [:]
        var regions = [PixelRect](repeating: .empty, count: pass.members.count)
        for tile in grid(size).samples {
            try pass.findRegions(&regions, for: tile, steps, meter: meter)
            for index in pass.members.indices.reversed() {
                let (member, region) = (pass.members[index], regions[index])
                let isScratch = member.slot != nil || index == pass.writer
                if isScratch, region.area > largest?.region.area ?? 0 { largest = (member.step, region) }
                if let slot = member.slot { slots[slot] = max(slots[slot] ?? 0, region.byteCount(in: .RGBAf)) }
            }
        }
        let bytes = slots.values.reduce(0) { sum, bytes in
            let (total, overflows) = sum.addingReportingOverflow(bytes)
            return overflows ? .max : total
        }
        return largest.map { ($0.step, $0.region, bytes) }
    }
}
