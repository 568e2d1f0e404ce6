import Foundation
import Pixels

/// Chooses the size of a pass's tiles: so small that scratch memory stays in the cache, unless margins would then be
/// most of the work.
struct TileSizing {
    /// Scratch limit in bytes for one step of one tile, in a core's L2 cache. Tiles that need more are split.
    private static let maximumScratchBytes = 768 << 10

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

    /// How many times as many pixels a tile may have if each depends on the pixels at its place only. With tiles as
    /// small as others, inverting 24 megapixels takes a quarter more time, and W1 a tenth.
    private static let pointwiseFactor = 8

    let configuration: RendererConfiguration
    /// Limit in bytes for the pixels that a rendering holds.
    let memoryLimit: Int

    private var minimumTiles: Int { Self.minimumTilesPerThread * configuration.threadCount }

    /// Returns a pass over `region` with the size of its tiles.
    ///
    /// - Throws: `RenderingError.intermediateTooLarge` if the scratch memory of a tile exceeds the memory limit.
    func planned(_ pass: RenderPass, of steps: [RenderStep], region: PixelRect) throws -> PlannedPass {
        let samples = TileSamples(pass: pass, steps: steps, visible: region.intersection(steps[pass.root].bounds))
        var size = startingSize(pass, steps, region)
        var largest = try samples.largestScratch(size)
        try reshape(&size, &largest, samples)
        if try !shrink(&size, &largest, samples) { try enlarge(&size, &largest, samples) }
        try lengthen(&size, samples)
        try divideWork(&size, &largest, samples)
        if let largest {
            let bytes = max(largest.bytes, largest.region.byteCount(in: .RGBAf))
            if bytes > memoryLimit {
                throw RenderingError.intermediateTooLarge(
                    step: steps[largest.step].name, region: largest.region, bytes: bytes, limit: memoryLimit)
            }
        }
        return PlannedPass(
            pass: pass, region: region, tileWidth: size.width, tileHeight: size.height,
            // Scratch memory that stays in the cache is too small to count.
            scratchBytes: largest.map { $0.region.area > maximumScratchPixels(samples) ? $0.bytes : 0 } ?? 0)
    }

    private func startingSize(_ pass: RenderPass, _ steps: [RenderStep], _ region: PixelRect) -> TileSamples.Size {
        let area = configuration.tileWidth * configuration.tileHeight
        guard pass.isPointwise(steps) else {
            // Operators compute row by row, so their tiles are the wider the smaller the pixels are.
            let scale = pass.isNative(steps) ? PixelFormat.RGBAf.pixelStride / pass.largestPixelStride : 1
            return (
                min(scale * configuration.tileWidth, Self.powerOfTwo(holding: region.width)),
                min(configuration.tileHeight, Self.powerOfTwo(holding: region.height))
            )
        }
        // Memory is read and written fastest along whole rows, which cost nothing else if no pixel is read twice, and
        // the more of them follow each other, the better: it takes a while until the processor prefetches them.
        let large = max(area, min(region.area / minimumTiles, Self.pointwiseFactor * area))
        let width = min(max(1, region.width), large)
        return (width, min(max(1, large / width), max(1, region.height)))
    }

    /// Makes tiles that an operator computes from pixels in memory longer along the axis of its margins, as long as
    /// that saves reading pixels again for the next tile. If the result is copied into another format, which takes
    /// scratch memory, tiles become shorter along the other axis.
    private func lengthen(_ size: inout TileSamples.Size, _ samples: TileSamples) throws {
        guard var before = try samples.heldPixels(size) else { return }
        let isCopied = samples.pass.members.count > 1
        while true {
            let isTaller = before.height - size.height > before.width - size.width
            let divisor = isCopied ? 2 : 1
            let shape = isTaller ? (size.width / divisor, 2 * size.height) : (2 * size.width, size.height / divisor)
            guard isTaller ? shape.1 <= samples.visible.height : shape.0 <= samples.visible.width,
                !isCopied || (isTaller ? shape.0 >= Self.minimumNarrowWidth : shape.1 >= Self.minimumFlatHeight),
                shape.0 * shape.1 <= Self.maximumTilePixels, samples.grid(shape).count >= minimumTiles,
                let after = try samples.heldPixels(shape),
                Self.minimumShapeGain * Double(after.area) * Double(size.width * size.height)
                    < Double(before.area) * Double(shape.0 * shape.1)
            else { return }
            (size, before) = (shape, after)
        }
    }

    /// Returns the smallest power of two that isn't less than a number. Halves of such tiles don't cut the cells of
    /// reductions, whose pixels would then be read twice.
    private static func powerOfTwo(holding count: Int) -> Int {
        var power = 1
        while power < count { power *= 2 }
        return power
    }

    private func maximumScratchPixels(_ samples: TileSamples) -> Int {
        Self.maximumScratchBytes / samples.pass.largestPixelStride
    }

    /// Makes tiles longer along one axis and shorter along the other. The margins of a neighbourhood along one axis are
    /// smallest if tiles are long along it.
    private func reshape(
        _ size: inout TileSamples.Size, _ largest: inout TileSamples.Scratch?, _ samples: TileSamples
    ) throws {
        while let before = largest, before.region.area > size.width * size.height {
            let isTaller = before.region.height - size.height > before.region.width - size.width
            let shape = isTaller ? (size.width / 2, size.height * 2) : (size.width * 2, size.height / 2)
            guard isTaller ? shape.0 >= Self.minimumNarrowWidth : shape.1 >= Self.minimumFlatHeight,
                isTaller ? shape.1 <= samples.visible.height : shape.0 <= samples.visible.width,
                let after = try samples.largestScratch(shape),
                Self.minimumShapeGain * Double(after.region.area) < Double(before.region.area)
            else { return }
            (size, largest) = (shape, after)
        }
    }

    /// Halves tiles until their scratch memory fits in the cache, or margins would be most of the work. Returns whether
    /// they are smaller now.
    private func shrink(
        _ size: inout TileSamples.Size, _ largest: inout TileSamples.Scratch?, _ samples: TileSamples
    ) throws -> Bool {
        let (start, maximum) = (size, maximumScratchPixels(samples))
        while let before = largest, before.region.area > maximum, max(size.width, size.height) > 1 {
            // Reading long rows is faster than reading short ones.
            let halvesRows = before.region.height <= before.region.width || size.height == 1
            let halves = (halvesRows ? (size.width + 1) / 2 : size.width, (size.height + 1) / 2)
            let isQuarter = halves.0 < size.width && halves.1 < size.height
            let (pieces, surplus) = (isQuarter ? 4.0 : 2.0, pow(Self.maximumSurplus, isQuarter ? 2 : 1))
            guard let after = try samples.largestScratch(halves),
                pieces * Double(after.region.area) < surplus * Double(before.region.area)
            else { break }
            (size, largest) = (halves, after)
        }
        return size != start
    }

    /// Doubles tiles whose margins are most of the work.
    private func enlarge(
        _ size: inout TileSamples.Size, _ largest: inout TileSamples.Scratch?, _ samples: TileSamples
    ) throws {
        let visible = samples.visible
        while let before = largest, before.region.area > 2 * size.width * size.height {
            let doubled = (
                min(2 * size.width, max(size.width, visible.width)),
                min(2 * size.height, max(size.height, visible.height))
            )
            let growth = Double(doubled.0 * doubled.1) / Double(size.width * size.height)
            let isOutside = before.region.area > 2 * maximumScratchPixels(samples)
            let gain = isOutside ? Self.minimumGainOutside : Self.minimumGain
            guard growth > 1, samples.grid(doubled).count >= minimumTiles,
                let after = try samples.largestScratch(doubled),
                after.region.area <= Self.maximumWideScratchPixels
                    && after.region.byteCount(in: .RGBAf) < memoryLimit / 8
                    || after.region.area == before.region.area && doubled.0 * doubled.1 <= Self.maximumTilePixels,
                gain * Double(after.region.area) < growth * Double(before.region.area)
            else { return }
            (size, largest) = (doubled, after)
        }
    }

    /// Halves tiles of much work if there are too few for all threads.
    private func divideWork(
        _ size: inout TileSamples.Size, _ largest: inout TileSamples.Scratch?, _ samples: TileSamples
    ) throws {
        while let before = largest, max(size.width, size.height) > 1 {
            guard samples.grid(size).count < minimumTiles, try samples.work(size) > Self.minimumWork else { return }
            let halves =
                size.height >= size.width ? (size.width, (size.height + 1) / 2) : ((size.width + 1) / 2, size.height)
            guard let after = try samples.largestScratch(halves),
                2 * Double(after.region.area) < Self.maximumSurplus * Double(before.region.area)
            else { return }
            (size, largest) = (halves, after)
        }
    }
}
