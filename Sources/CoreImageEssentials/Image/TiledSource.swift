import Pixels
import Synchronization

/// A source that is read in tiles of a fixed size, for image providers that work in tiles. The latest tiles are kept.
final class TiledSource: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState
    var storedFormat: PixelFormat? { base.storedFormat }
    private let base: any PixelSource
    private let tileWidth: Int
    private let tileHeight: Int
    private let kept = Mutex(KeptTiles())

    /// Tiles start at the top left corner, because providers count rows and columns from there.
    init(_ base: any PixelSource, tileWidth: Int, tileHeight: Int) {
        (self.base, self.tileWidth, self.tileHeight) = (base, tileWidth, tileHeight)
        (width, height) = (base.width, base.height)
        (colorSpace, alphaState) = (base.colorSpace, base.alphaState)
    }

    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        for row in (height - area.maxY) / tileHeight...(height - area.y - 1) / tileHeight {
            for column in area.x / tileWidth...(area.maxX - 1) / tileWidth {
                raster.copy(from: try tile(column: column, row: row))
            }
        }
    }

    private func tile(column: Int, row: Int) throws -> Raster {
        let position = SIMD2(column, row)
        if let found = kept.withLock({ $0.tiles[position] }) { return found }
        let top = height - row * tileHeight
        let bottom = max(0, top - tileHeight)
        let left = column * tileWidth
        let bounds = PixelRect(x: left, y: bottom, width: min(tileWidth, width - left), height: top - bottom)
        let tile = Raster(bounds: bounds)
        try base.read(into: tile)
        kept.withLock { $0.keep(tile, at: position) }
        return tile
    }

    /// The latest tiles, up to 2²² pixels.
    private struct KeptTiles {
        var tiles: [SIMD2<Int>: Raster] = [:]
        private var order: [SIMD2<Int>] = []
        private var pixels = 0
        private static let capacity = 1 << 22

        mutating func keep(_ tile: Raster, at position: SIMD2<Int>) {
            guard tiles.updateValue(tile, forKey: position) == nil else { return }
            order.append(position)
            pixels += tile.bounds.area
            while pixels > Self.capacity, order.count > 1 {
                let oldest = order.removeFirst()
                pixels -= tiles.removeValue(forKey: oldest)?.bounds.area ?? 0
            }
        }
    }
}
