import Pixels

/// Where a rendering stores tiles in another form than pixels of one format, such as planes.
///
/// Every tile is computed in scratch memory, and stored by the thread that computed it. Implementations must be
/// thread-safe: several threads store disjoint tiles at the same time.
package protocol TileDestination: Sendable {
    /// The rectangle that is rendered.
    var bounds: PixelRect { get }
    /// The format in which tiles are computed.
    var format: PixelFormat { get }
    /// Tiles begin and end at distances from the top left corner of `bounds` that are multiples of this number, except
    /// at the right and the lower edge.
    var alignment: Int { get }

    /// Returns the part of `bounds` that must be computed to store `tile`. It contains the tile.
    func area(for tile: PixelRect) -> PixelRect

    /// Stores a tile. The pixels are those of `area(for: tile)` in `format`, premultiplied, and valid until the
    /// function returns.
    func store(_ tile: PixelRect, _ pixels: PixelView)
}
