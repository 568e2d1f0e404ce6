import ImageGraph
import Pixels

extension EnlargedPlanarDestination: PackedDestination {
    func packedPlanes(of tile: PixelRect) -> [PackedPlane] {
        let part = tile.intersection(inside)
        let all = inside.intersection(full.chroma[0].bounds)
        let samples = part.intersection(all)
        if samples.isEmpty { return [] }
        let packing = PlanePacking(full.coding, bounds: bounds)
        let luma = PixelRect(x: 2 * part.x, y: 2 * part.y, width: 2 * part.width, height: 2 * part.height)
            .intersection(full.luma.bounds)
        let weights = EnlargedChromaWeights(full, all)
        let sums = PlanePacking.Weights(
            columns: (weights.left, weights.right, weights.inner),
            rows: (weights.row(all.y), weights.row(all.maxY - 1), weights.innerRows), samples: all)
        let kinds: [PlanePacking.Plane] = full.chroma.count == 1 ? [.both] : [.blue, .red]
        var planes = zip(full.chroma, kinds).map { view, kind in
            PackedPlane(
                view: view, region: samples, run: packing.enlargedChroma(samples, kind, sums), format: packing.format)
        }
        if !luma.isEmpty {
            let run = packing.enlargedLuma(luma, inner: PlaneFunctions.innerWeight, outer: PlaneFunctions.outerWeight)
            planes.append(PackedPlane(view: full.luma, region: luma, run: run, format: packing.format))
        }
        return planes
    }
}
