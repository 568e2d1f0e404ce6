/// How alpha is stored in pixels.
public enum AlphaState: String, Sendable, Hashable, Codable {
    /// No alpha: every pixel is opaque.
    case opaque
    /// Colour components are already multiplied by alpha.
    case premultiplied
    /// Colour components are independent of alpha.
    case unpremultiplied
}

/// Pixels that can be read region by region: a decoded file, a bitmap, an image provider.
///
/// Coordinates are working-space pixels with the origin at the bottom left of the picture: (0, 0) to (`width`, `height`).
/// Implementations are thread-safe: `read` may be called from many threads at once.
public protocol PixelSource: AnyObject, Sendable {
    /// Columns.
    var width: Int { get }
    /// Rows.
    var height: Int { get }
    /// Colour space of the values that `read` delivers; nil means unmanaged (no conversion).
    var colorSpace: CGColorSpace? { get }
    /// Alpha convention of the values that `read` delivers.
    var alphaState: AlphaState { get }

    /// The whole picture's pixels where they are in memory as `read` delivers them, but for unpacking; nil where they aren't, or
    /// where `read` does more.
    ///
    /// Asked for when a rendering begins: a source may decode itself then.
    var storage: PixelView? { get }

    /// How the numbers that `read` delivers are stored, where that is known without decoding; nil where it isn't, or where `read`
    /// makes others of them. Integer formats promise that all are in 0…1, formats without alpha that it is 1.
    var storedFormat: PixelFormat? { get }

    /// Begins a pass over the picture from the top down, for renderings that need each part of it once; nil where any order is as
    /// good, as for pixels in memory.
    ///
    /// Any number of passes may go on at the same time; each decodes for itself.
    /// - Parameter stripHeight: Rows that most reads will ask for: reads of just as many, one below the other, are not copied.
    func makeStripReader(stripHeight: Int) throws -> (any StripReader)?

    /// Fills `raster` (whose bounds lie inside the picture) with components in `colorSpace`, nominally 0…1, not linearised.
    ///
    /// Gray sources deliver the gray value in all of r, g and b.
    func read(into raster: Raster) throws
}

extension PixelSource {
    /// Not in memory.
    public var storage: PixelView? { nil }
    /// Not known.
    public var storedFormat: PixelFormat? { nil }
    /// Any order.
    public func makeStripReader(stripHeight: Int) throws -> (any StripReader)? { nil }
}
