import Pixels

/// A region divided into tiles, the top row first, which is the order in which encoders and decoders process images.
struct TileGrid: Sendable {
    private let region: PixelRect
    private let tileWidth: Int
    private let tileHeight: Int
    private let columns: Int
    private let rows: Int

    /// Creates a grid with tiles of at most `tileWidth` × `tileHeight` pixels (both at least 1).
    init(_ region: PixelRect, _ tileWidth: Int, _ tileHeight: Int) {
        (self.region, self.tileWidth, self.tileHeight) = (region, tileWidth, tileHeight)
        columns = (region.width + tileWidth - 1) / tileWidth
        rows = (region.height + tileHeight - 1) / tileHeight
    }

    /// Number of tiles.
    var count: Int { columns * rows }

    /// The tile with the given index, row by row from the top left.
    subscript(index: Int) -> PixelRect { tile(column: index % columns, row: index / columns) }

    /// Up to nine tiles spread over the region: corners, edges and the middle.
    var samples: [PixelRect] {
        func spread(_ count: Int) -> [Int] { count <= 3 ? Array(0..<count) : [0, count / 2, count - 1] }
        return spread(rows).flatMap { row in spread(columns).map { tile(column: $0, row: row) } }
    }

    private func tile(column: Int, row: Int) -> PixelRect {
        let left = region.x + column * tileWidth
        let top = region.maxY - row * tileHeight
        let bottom = max(region.y, top - tileHeight)
        return PixelRect(x: left, y: bottom, width: min(tileWidth, region.maxX - left), height: top - bottom)
    }
}
