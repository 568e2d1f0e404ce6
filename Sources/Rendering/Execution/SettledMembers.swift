import Dispatch
import Pixels

/// Members of a stage that are computed once, before the tiles, because every tile needs the same large part of them.
///
/// This happens with an operator that reads all of an image for each of its pixels. Otherwise every tile would convert
/// or compute the whole image again.
struct SettledMembers {
    /// Minimum number of times that the tiles would compute each pixel.
    private static let leastRepetition = 4.0
    /// Minimum number of the member's pixels that one tile needs.
    private static let leastPixels = 1 << 18

    /// The region of each settled member that the whole stage needs.
    let parts: [Int: PixelRect]

    /// - Parameters:
    ///   - region: The region that the stage computes.
    ///   - tiles: The tiles of the region.
    ///   - held: The pixels in memory, by step.
    ///   - limit: Limit in bytes for the pixels of settled members.
    init(of stage: Stage, _ steps: [PlanStep], region: PixelRect, tiles: TileGrid, held: [PixelView?], limit: Int) {
        var parts: [Int: PixelRect] = [:]
        if Double(tiles.count) >= Self.leastRepetition {
            let sample = stage.neededRegions(for: tiles[tiles.count / 2], steps, held)
            let repeats = sample.indices.filter { sample[$0].area >= Self.leastPixels }
            let whole = repeats.isEmpty ? [] : stage.neededRegions(for: region, steps, held)
            var left = limit
            for index in repeats where index != stage.writer && stage.members[index].slot != nil {
                let member = stage.members[index]
                let isReady = member.inputs.allSatisfy { place in
                    if case .member(let other) = place { parts[other] != nil } else { true }
                }
                let computed = Double(sample[index].area) * Double(tiles.count)
                let bytes = whole[index].byteCount(in: member.format)
                guard isReady, computed >= Self.leastRepetition * Double(whole[index].area), bytes <= left else {
                    continue
                }
                left -= bytes
                parts[index] = whole[index]
            }
        }
        self.parts = parts
    }
}

extension Stage {
    /// Returns the region of each member that `tile` needs.
    fileprivate func neededRegions(for tile: PixelRect, _ steps: [PlanStep], _ held: [PixelView?]) -> [PixelRect] {
        var regions = [PixelRect](repeating: .empty, count: members.count)
        regions[regions.count - 1] = tile.intersection(steps[root].bounds)
        for index in members.indices.reversed() where !regions[index].isEmpty {
            for (number, place) in members[index].inputs.enumerated() {
                guard case .member(let other) = place else { continue }
                let part =
                    wholeCopy(other, readBy: index, steps, held)
                    ?? members[index].region(ofInput: number, for: regions[index], from: members[other], steps)
                regions[other] = regions[other].union(part)
            }
        }
        return regions
    }

    /// Returns all pixels of member `other` that member `index` may read, if `other` copies pixels in memory and the
    /// reader's region function is called once per rendering. Returns nil if the region function determines what each
    /// tile reads.
    func wholeCopy(_ other: Int, readBy index: Int, _ steps: [PlanStep], _ held: [PixelView?]) -> PixelRect? {
        guard steps[members[index].step].computesRegionOnce, case .copy = members[other].task,
            case .held(let step)? = members[other].inputs.first
        else { return nil }
        return held[step]?.bounds
    }
}
