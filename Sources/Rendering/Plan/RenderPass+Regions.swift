import ImageGraph
import Pixels

extension RenderPass {
    /// Sets `regions` to the region of every member that `tile` needs: the union of its readers' regions of interest.
    /// Allocates nothing.
    ///
    /// - Parameters:
    ///   - regions: One rectangle for each member.
    ///   - held: The pixels in memory, by step; empty if there are none yet.
    ///   - precomputed: The members that were computed before the tiles, by member; empty for none.
    /// - Throws: `WorkMeter.Stopped`, because region functions may take long.
    func findRegions(
        _ regions: inout [PixelRect], for tile: PixelRect, _ steps: [RenderStep], held: [PixelView?] = [],
        precomputed: [PixelView?] = [], meter: WorkMeter?
    ) throws {
        for index in regions.indices { regions[index] = .empty }
        regions[regions.count - 1] = tile.intersection(steps[root].bounds)
        for index in members.indices.reversed() where !regions[index].isEmpty {
            if !precomputed.isEmpty, precomputed[index] != nil { continue }
            try meter?.check()
            for (number, input) in members[index].inputs.enumerated() {
                guard case .member(let other) = input else { continue }
                let part =
                    wholeCopy(other, readBy: index, steps, held)
                    ?? members[index].region(ofInput: number, for: regions[index], from: members[other], steps)
                regions[other] = regions[other].union(part)
            }
        }
    }

    /// Returns all pixels of member `other` that member `index` may read, if `other` copies pixels in memory and the
    /// reader's region function is called once per rendering. Returns nil if the region function determines what each
    /// tile reads.
    private func wholeCopy(
        _ other: Int, readBy index: Int, _ steps: [RenderStep], _ held: [PixelView?]
    ) -> PixelRect? {
        guard !held.isEmpty, steps[members[index].step].callsRegionFunctionOnce, members[other].isCopy,
            case .held(let step)? = members[other].inputs.first
        else { return nil }
        return held[step]?.bounds
    }
}
