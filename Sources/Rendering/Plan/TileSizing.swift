import Foundation
import Pixels

/// Chooses the size of a pass's tiles: so small that scratch memory stays in the cache, unless margins would then be
/// most of the work.
struct TileSizing {
    /// Scratch limit in pixels for one step of one tile: 768 KiB of a core's L2 cache. Tiles that need more are split.
    private static let maximumScratchPixels = 48 << 10

    /// Scratch limit in pixels for one step of a tile that is enlarged because of its margins: 16 MiB for each thread.
    private static let maximumWideScratchPixels = 1 << 20
    /// Minimum number of tiles per thread, so that all threads are busy until the end.
    private static let minimumTilesPerThread = 4
    /// Size limit in pixels for tiles that all need the same part of an image. They may grow however large that part
    /// is.
    private static let maximumTilePixels = 1 << 20
    /// Splitting a tile repeats its margins. Above this ratio of pixels the cache gain no longer pays for it.
    private static let maximumSurplus = 1.265
    /// Minimum width in pixels of tiles that are narrowed because their margins are above and below.
    private static let minimumNarrowWidth = 64
    /// Minimum height in pixels of tiles that are flattened because their margins are at the sides.
    private static let minimumFlatHeight = 16
    /// Minimum saving that justifies a change of a tile's shape.
    private static let minimumShapeGain = 1.1
    /// Minimum saving that justifies tiles larger than the cache; lower for tiles that already exceed it.
    private static let (minimumGain, minimumGainOutside) = (1.8, 1.6)

    /// Minimum work of a tile, in steps, that justifies splitting it because there are fewer tiles than threads can
    /// compute: many times the cost of a tile.
    private static let minimumWork = Double(1 << 19)

    let configuration: RendererConfiguration
    /// Limit in bytes for the pixels that a rendering holds.
    let memoryLimit: Int

    /// Returns a pass over `region` with the size of its tiles.
    ///
    /// - Throws: `RenderingError.intermediateTooLarge` if the scratch memory of a tile exceeds the memory limit.
    func planned(_ pass: RenderPass, of steps: [RenderStep], region: PixelRect) throws -> PlannedPass {
        let visible = region.intersection(steps[pass.root].bounds)
        var width = min(configuration.tileWidth, max(1, region.width))
        var height = min(configuration.tileHeight, max(1, region.height))
        if pass.isPointwise(steps) {
            // Memory is read and written fastest along whole rows, which cost nothing else if no pixel is read twice.
            let area = configuration.tileWidth * configuration.tileHeight
            width = min(max(1, region.width), area)
            height = min(max(1, area / width), max(1, region.height))
        }
        var largest = try largestScratch(pass, steps, TileGrid(visible, width, height))
        var isUsual = true
        while let before = largest, before.region.area > width * height {
            // The margins of a neighbourhood along one axis are smallest if tiles are long along it.
            let isTaller = before.region.height - height > before.region.width - width
            let shape = isTaller ? (width / 2, height * 2) : (width * 2, height / 2)
            guard isTaller ? shape.0 >= Self.minimumNarrowWidth : shape.1 >= Self.minimumFlatHeight,
                isTaller ? shape.1 <= visible.height : shape.0 <= visible.width,
                let after = try largestScratch(pass, steps, TileGrid(visible, shape.0, shape.1)),
                Self.minimumShapeGain * Double(after.region.area) < Double(before.region.area)
            else { break }
            ((width, height), largest) = (shape, after)
        }
        while let before = largest, before.region.area > Self.maximumScratchPixels, max(width, height) > 1 {
            // Reading long rows is faster than reading short ones.
            let halvesRows = before.region.height <= before.region.width || height == 1
            let halves = (halvesRows ? (width + 1) / 2 : width, (height + 1) / 2)
            let after = try largestScratch(pass, steps, TileGrid(visible, halves.0, halves.1))
            let isQuarter = halves.0 < width && halves.1 < height
            let (pieces, surplus) = (isQuarter ? 4.0 : 2.0, pow(Self.maximumSurplus, isQuarter ? 2 : 1))
            guard let after, pieces * Double(after.region.area) < surplus * Double(before.region.area) else { break }
            ((width, height), largest, isUsual) = (halves, after, false)
        }
        while isUsual, let before = largest, before.region.area > 2 * width * height {
            let doubled = (min(2 * width, max(width, visible.width)), min(2 * height, max(height, visible.height)))
            let grid = TileGrid(visible, doubled.0, doubled.1)
            let growth = Double(doubled.0 * doubled.1) / Double(width * height)
            let isOutside = before.region.area > 2 * Self.maximumScratchPixels
            let gain = isOutside ? Self.minimumGainOutside : Self.minimumGain
            guard growth > 1, grid.count >= Self.minimumTilesPerThread * configuration.threadCount,
                let after = try largestScratch(pass, steps, grid),
                after.region.area <= Self.maximumWideScratchPixels
                    && after.region.byteCount(in: .RGBAf) < memoryLimit / 8
                    || after.region.area == before.region.area && doubled.0 * doubled.1 <= Self.maximumTilePixels,
                gain * Double(after.region.area) < growth * Double(before.region.area)
            else { break }
            ((width, height), largest) = (doubled, after)
        }
        while let before = largest, max(width, height) > 1 {
            let grid = TileGrid(visible, width, height)
            guard grid.count < Self.minimumTilesPerThread * configuration.threadCount,
                try work(pass, steps, grid) > Self.minimumWork
            else { break }
            let halves = height >= width ? (width, (height + 1) / 2) : ((width + 1) / 2, height)
            let after = try largestScratch(pass, steps, TileGrid(visible, halves.0, halves.1))
            guard let after, 2 * Double(after.region.area) < Self.maximumSurplus * Double(before.region.area) else {
                break
            }
            ((width, height), largest) = (halves, after)
        }
        if let largest {
            let bytes = max(largest.bytes, largest.region.byteCount(in: .RGBAf))
            if bytes > memoryLimit {
                throw RenderingError.intermediateTooLarge(
                    step: steps[largest.step].name, region: largest.region, bytes: bytes, limit: memoryLimit)
            }
        }
        return PlannedPass(
            pass: pass, region: region, tileWidth: width, tileHeight: height,
            // Scratch memory that stays in the cache is too small to count.
            scratchBytes: largest.map { $0.region.area > Self.maximumScratchPixels ? $0.bytes : 0 } ?? 0)
    }

    /// Returns the work of one tile in steps, the largest of some sample tiles.
    private func work(_ pass: RenderPass, _ steps: [RenderStep], _ tiles: TileGrid) throws -> Double {
        let meter = WorkMeter.current
        var regions = [PixelRect](repeating: .empty, count: pass.members.count)
        return try tiles.samples.reduce(0) { most, tile in
            try pass.findRegions(&regions, for: tile, steps, meter: meter)
            let work = pass.members.indices.reduce(0.0) { sum, index in
                let member = pass.members[index]
                return sum + Double(regions[index].area) * (member.isCopy ? 1 : steps[member.step].workPerPixel)
            }
            return max(most, work)
        }
    }

    /// Returns the step that needs the most scratch memory for some sample tiles, the region it needs, and the size in
    /// bytes of all scratch slots together.
    private func largestScratch(
        _ pass: RenderPass, _ steps: [RenderStep], _ tiles: TileGrid
    ) throws -> (step: Int, region: PixelRect, bytes: Int)? {
        let meter = WorkMeter.current
        var largest: (step: Int, region: PixelRect)?
        var slots: [Int: Int] = [:]
        var regions = [PixelRect](repeating: .empty, count: pass.members.count)
        for tile in tiles.samples {
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
