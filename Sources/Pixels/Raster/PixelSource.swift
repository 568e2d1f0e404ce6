/// The alpha convention of pixels.
package enum AlphaState: String, Sendable, Hashable, Codable {
    /// No alpha: every pixel is opaque.
    case opaque
    /// Colour components are multiplied by alpha.
    case premultiplied
    /// Colour components are not multiplied by alpha.
    case unpremultiplied
}

/// Pixels that can be read region by region: a decoded file, a bitmap, an image provider.
///
/// Coordinates are pixels in working space, with the origin at the bottom left of the image: (0, 0) to (`width`,
/// `height`). Implementations must be thread-safe: `read` may be called from several threads at the same time.
package protocol PixelSource: AnyObject, Sendable {
    /// Width in pixels.
    var width: Int { get }
    /// Height in pixels.
    var height: Int { get }
    /// Colour space of the values that `read` returns; nil means unmanaged (no conversion).
    var colorSpace: CGColorSpace? { get }
    /// Alpha convention of the values that `read` returns.
    var alphaState: AlphaState { get }

    /// The pixels of the whole image, if they are in memory with the values that `read` returns, except for unpacking.
    /// Nil if they aren't, or if `read` changes values.
    ///
    /// It is read when a rendering begins. A source may then decode the whole image.
    var storage: PixelView? { get }

    /// The format in which the values that `read` returns are stored. Nil if it isn't known without decoding, or if
    /// `read` changes values. Integer formats guarantee that all values are in 0…1; formats without alpha guarantee
    /// that alpha is 1.
    var storedFormat: PixelFormat? { get }

    /// The format of pixels that kernels read where they are when a rendering begins, like `storage`, but that may be
    /// in a device's memory. Nil for all other sources.
    var textureFormat: PixelFormat? { get }

    /// Whether the pixels may differ from one rendering to the next. Nothing that was computed from them is then used
    /// in another rendering.
    var mayChange: Bool { get }

    /// Starts reading the image from the top down, for renderings that need each part of it once. Returns nil if every
    /// order is equally fast, as for pixels in memory.
    ///
    /// Several readers may exist at the same time. Each decodes the image separately.
    /// - Parameter stripHeight: The number of rows of most reads. Consecutive reads of exactly this number of rows are
    ///   not copied.
    func makeStripReader(stripHeight: Int) throws -> (any StripReader)?

    /// Fills `raster`, whose bounds lie inside the image, with components in `colorSpace`, nominally 0…1 and not
    /// linearised.
    ///
    /// Gray sources write the gray value to red, green and blue.
    func read(into raster: Raster) throws
}

extension PixelSource {
    /// Nil: the pixels are not in memory.
    package var storage: PixelView? { nil }
    /// Nil: the format is not known.
    package var storedFormat: PixelFormat? { nil }
    /// Nil: the pixels are not those of a texture.
    package var textureFormat: PixelFormat? { nil }
    /// False: the pixels stay the same.
    package var mayChange: Bool { false }
    /// Nil: every order is equally fast.
    package func makeStripReader(stripHeight: Int) throws -> (any StripReader)? { nil }
}
