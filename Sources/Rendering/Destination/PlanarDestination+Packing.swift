import ImageGraph
import Pixels

extension PlanarDestination: PackedDestination {
    func packedPlanes(of tile: PixelRect) -> [PackedPlane] {
        let packing = PlanePacking(coding, bounds: bounds)
        let (shown, samples) = (tile.intersection(luma.bounds), chromaRegion(of: tile))
        var planes: [PackedPlane] = []
        if !shown.isEmpty {
            planes.append(
                PackedPlane(view: luma, region: shown, run: packing.luma(shown), format: packing.format))
        }
        if samples.isEmpty { return planes }
        let across = PlanePacking.Taps(step: sampling.columns, first: columns.first, count: columns.count)
        let down = PlanePacking.Taps(step: sampling.rows, first: rows.first, count: rows.count)
        let kinds: [PlanePacking.Plane] = chroma.count == 1 ? [.both] : [.blue, .red]
        return planes
            + zip(chroma, kinds).map { view, kind in
                PackedPlane(
                    view: view, region: samples, run: packing.chroma(samples, kind, columns: across, rows: down),
                    format: packing.format)
            }
    }
}
