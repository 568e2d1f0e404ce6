/// A rectangle of pixels in memory, in any format: what kernels of every back end read and write.
///
/// A view is a reference to its pixels: copies and windows show the same ones, and keep them alive. The format says nothing about
/// colour space or premultiplication; whoever hands a view on says so.
///
/// Thread safety: pixels are written by one owner, tile by disjoint tile, before they are shared; afterwards they are only read.
public struct PixelView: @unchecked Sendable {
    /// The pixels held, in working-space coordinates: the origin is bottom left.
    public let bounds: PixelRect
    /// How a pixel is stored.
    public let format: PixelFormat
    /// The lower left pixel.
    public let base: UnsafeMutableRawPointer
    /// Bytes from a row to the one above it: negative where storage runs from the top down.
    public let bytesPerRow: Int
    private let backing: AnyObject?

    /// A view of memory that `backing` keeps alive, or that the caller keeps alive itself.
    public init(
        bounds: PixelRect, format: PixelFormat, base: UnsafeMutableRawPointer, bytesPerRow: Int,
        keeping backing: AnyObject?
    ) {
        (self.bounds, self.format, self.base, self.bytesPerRow) = (bounds, format, base, bytesPerRow)
        self.backing = backing
    }

    /// A view of a bitmap whose first byte is the top left pixel's.
    public init(
        topLeft: UnsafeMutableRawPointer, bounds: PixelRect, format: PixelFormat, bytesPerRow: Int,
        keeping backing: AnyObject?
    ) {
        self.init(
            bounds: bounds, format: format, base: topLeft + max(0, bounds.height - 1) * bytesPerRow,
            bytesPerRow: -bytesPerRow, keeping: backing)
    }

    /// Start of the row at height `y`, at the left edge of `bounds`.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutableRawPointer { base + (y - bounds.y) * bytesPerRow }

    /// Start of the pixel (x, y), which lies in `bounds`.
    @inlinable
    public func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        base + ((y - bounds.y) * bytesPerRow + (x - bounds.x) * format.bytesPerPixel)
    }

    /// A view of a part of the pixels.
    public func window(_ region: PixelRect) -> PixelView {
        let part = region.intersection(bounds)
        guard !part.isEmpty else {
            return PixelView(bounds: .empty, format: format, base: base, bytesPerRow: bytesPerRow, keeping: backing)
        }
        return PixelView(
            bounds: part, format: format, base: pixel(part.x, part.y), bytesPerRow: bytesPerRow, keeping: backing)
    }

    /// The same pixels at other coordinates.
    public func moved(dx: Int, dy: Int) -> PixelView {
        let place = PixelRect(x: bounds.x + dx, y: bounds.y + dy, width: bounds.width, height: bounds.height)
        return PixelView(bounds: place, format: format, base: base, bytesPerRow: bytesPerRow, keeping: backing)
    }

    /// The pixels as a raster; nil unless the format is `RGBAf` and rows are whole pixels apart.
    public var raster: Raster? {
        let pixel = MemoryLayout<SIMD4<Float>>.stride
        guard format == .RGBAf, bytesPerRow % pixel == 0, Int(bitPattern: base) % pixel == 0 else { return nil }
        return Raster(
            bounds: bounds, pixels: base.assumingMemoryBound(to: SIMD4<Float>.self), stride: bytesPerRow / pixel,
            keeping: backing)
    }

    /// Fills `raster` with the pixels that both cover, unpacked.
    public func unpack(into raster: Raster) {
        let part = bounds.intersection(raster.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            format.unpack(pixel(part.x, y), count: part.width, into: raster.row(y) + (part.x - raster.bounds.x))
        }
    }

    /// Stores the pixels that both cover, packed.
    public func pack(_ raster: Raster) {
        let part = bounds.intersection(raster.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            format.pack(raster.row(y) + (part.x - raster.bounds.x), count: part.width, into: pixel(part.x, y))
        }
    }
}
