import Pixels

/// Members of a pass that are computed once, before the tiles, because every tile needs the same large part of them.
///
/// This happens with an operator that reads all of an image for each of its pixels. Otherwise every tile would convert
/// or compute the whole image again.
struct PrecomputedMembers {
    /// Minimum number of times that the tiles would compute each pixel.
    private static let minimumRepetition = 4.0
    /// Minimum number of the member's pixels that one tile needs.
    private static let minimumPixels = 1 << 18

    /// The region of each precomputed member that the whole pass needs.
    let regions: [Int: PixelRect]

    /// - Parameters:
    ///   - region: The region that the pass computes.
    ///   - tiles: The tiles of the region.
    ///   - held: The pixels in memory, by step.
    ///   - limit: Limit in bytes for the pixels of precomputed members.
    init(
        of pass: RenderPass, _ steps: [RenderStep], region: PixelRect, tiles: TileGrid, held: [PixelView?], limit: Int
    ) throws {
        var regions: [Int: PixelRect] = [:]
        if Double(tiles.count) >= Self.minimumRepetition {
            let meter = WorkMeter.current
            var sample = [PixelRect](repeating: .empty, count: pass.members.count)
            try pass.findRegions(&sample, for: tiles[tiles.count / 2], steps, held: held, meter: meter)
            let repeats = sample.indices.filter { sample[$0].area >= Self.minimumPixels }
            var whole = sample
            if !repeats.isEmpty { try pass.findRegions(&whole, for: region, steps, held: held, meter: meter) }
            var left = limit
            for index in repeats where index != pass.writer && pass.members[index].slot != nil {
                let member = pass.members[index]
                let isReady = member.inputs.allSatisfy { input in
                    if case .member(let other) = input { regions[other] != nil } else { true }
                }
                let computed = Double(sample[index].area) * Double(tiles.count)
                let bytes = whole[index].byteCount(in: member.format)
                guard isReady, computed >= Self.minimumRepetition * Double(whole[index].area), bytes <= left else {
                    continue
                }
                left -= bytes
                regions[index] = whole[index]
            }
        }
        self.regions = regions
    }
}
