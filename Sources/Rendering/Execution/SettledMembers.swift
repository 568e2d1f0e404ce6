import Dispatch
import Pixels

/// The members of a stage that its tiles would compute again and again, as each tile needs the same large part of them: they are computed once,
/// before the tiles.
///
/// An operator that reads all of an image for each of its pixels is the reason; without this every tile would convert or make the whole image anew.
struct SettledMembers {
    /// Tiles must compute each pixel this many times.
    private static let leastRepetition = 4.0
    /// Fewer pixels than this for one tile aren't worth it.
    private static let leastPixels = 1 << 18

    /// By member, the part that the whole stage needs of it.
    let parts: [Int: PixelRect]

    /// - Parameters:
    ///   - region: What the stage computes.
    ///   - tiles: How it is cut.
    ///   - held: What is in memory, by step.
    ///   - limit: Bytes that the pixels may take.
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
    /// What of each member the tile `tile` needs.
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

    /// All that member `index` may read of member `other`, where that is a copy of pixels in memory and the reader's region function is called once
    /// for everything that is rendered; nil where the region function says what each tile reads.
    func wholeCopy(_ other: Int, readBy index: Int, _ steps: [PlanStep], _ held: [PixelView?]) -> PixelRect? {
        guard steps[members[index].step].computesRegionOnce, case .copy = members[other].task,
            case .held(let step)? = members[other].inputs.first
        else { return nil }
        return held[step]?.bounds
    }
}
