import ImageGraph
import Pixels

/// A destination of planes whose tiles devices pack as they are stored, so that only bytes of the planes are copied.
protocol PackedDestination: TileDestination {
    /// Returns the parts of planes that a tile has, and how they are packed. None is empty.
    func packedPlanes(of tile: PixelRect) -> [PackedPlane]
}

/// A part of a plane in memory, and the kernel that packs its codes.
struct PackedPlane {
    /// The plane.
    let view: PixelView
    /// The pixels of the plane that are stored.
    let region: PixelRect
    /// The run. Its image is the tile's codes. Column 0 of its result has the first column of `region`, and rows are
    /// the plane's.
    let run: OperatorRun
    /// The format of the run's result, a pixel of which has one or several pixels of the plane.
    let format: PixelFormat
}

/// A tile of planes.
struct PlanesPart {
    let destination: any PackedDestination
    let tile: PixelRect

    init(_ destination: any PackedDestination, _ tile: PixelRect) {
        (self.destination, self.tile) = (destination, tile)
    }

    /// The pixels whose codes the tile needs.
    var area: PixelRect { destination.area(for: tile) }
    /// The parts of planes.
    var planes: [PackedPlane] { destination.packedPlanes(of: tile) }
    /// Bytes of the planes that are stored.
    var byteCount: Int { planes.reduce(0) { $0 + $1.region.byteCount(in: $1.view.format) } }
}
