import Pixels

/// A pass with the region of its result to compute, and the size of its tiles.
struct PlannedPass: Sendable {
    let pass: RenderPass
    /// Pixels to compute. The final pass may be computed in several parts.
    let region: PixelRect
    let tileWidth: Int
    let tileHeight: Int
    /// Bytes of scratch memory that one thread needs for tiles; 0 if it fits in the cache.
    let scratchBytes: Int

    /// Bytes of the result.
    var byteCount: Int { region.byteCount(in: pass.format) }
}
