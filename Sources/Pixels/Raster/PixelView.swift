/// A rectangle of pixels in memory, in any format. The kernels of every back end read and write it.
///
/// A view is a reference to its pixels: copies and windows share them, and keep them alive. The format doesn't
/// determine colour space and premultiplication; the code that passes a view on must document them.
///
/// Thread safety: before pixels are shared, one owner writes them, in disjoint tiles; afterwards they are only read.
package struct PixelView: @unchecked Sendable {
    /// The rectangle of the pixels in working space; the origin is bottom left.
    package let bounds: PixelRect
    /// Format of the pixels.
    package let format: PixelFormat
    /// Address of the lower left pixel.
    package let base: UnsafeMutableRawPointer
    /// Distance in bytes from a row to the row above it; negative if rows are stored from the top down.
    package let bytesPerRow: Int
    private let backing: AnyObject?

    /// Creates a view of memory that `backing` keeps alive. If `backing` is nil, the caller must keep the memory alive.
    package init(
        bounds: PixelRect, format: PixelFormat, base: UnsafeMutableRawPointer, bytesPerRow: Int,
        keeping backing: AnyObject?
    ) {
        (self.bounds, self.format, self.base, self.bytesPerRow) = (bounds, format, base, bytesPerRow)
        self.backing = backing
    }

    /// Creates a view of a bitmap whose first byte belongs to the top left pixel.
    package init(
        topLeft: UnsafeMutableRawPointer, bounds: PixelRect, format: PixelFormat, bytesPerRow: Int,
        keeping backing: AnyObject?
    ) {
        self.init(
            bounds: bounds, format: format, base: topLeft + max(0, bounds.height - 1) * bytesPerRow,
            bytesPerRow: -bytesPerRow, keeping: backing)
    }

    /// Returns the address of the row at height `y`, at the left edge of `bounds`.
    @inlinable
    package func row(_ y: Int) -> UnsafeMutableRawPointer { base + (y - bounds.y) * bytesPerRow }

    /// Returns the address of the pixel (x, y), which must lie in `bounds`.
    @inlinable
    package func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        base + ((y - bounds.y) * bytesPerRow + (x - bounds.x) * format.pixelStride)
    }

    /// Returns a view of the pixels in `region`.
    package func window(_ region: PixelRect) -> PixelView {
        let part = region.intersection(bounds)
        guard !part.isEmpty else {
            return PixelView(bounds: .empty, format: format, base: base, bytesPerRow: bytesPerRow, keeping: backing)
        }
        return PixelView(
            bounds: part, format: format, base: pixel(part.x, part.y), bytesPerRow: bytesPerRow, keeping: backing)
    }

    /// Returns a view of the same pixels, moved by (`dx`, `dy`).
    package func moved(dx: Int, dy: Int) -> PixelView {
        let place = PixelRect(x: bounds.x + dx, y: bounds.y + dy, width: bounds.width, height: bounds.height)
        return PixelView(bounds: place, format: format, base: base, bytesPerRow: bytesPerRow, keeping: backing)
    }

    /// The pixels as a raster; nil unless the format is `RGBAf`, and the address and the row distance are multiples of
    /// a pixel's size.
    package var raster: Raster? {
        let pixel = MemoryLayout<SIMD4<Float>>.stride
        guard format == .RGBAf, bytesPerRow % pixel == 0, Int(bitPattern: base) % pixel == 0 else { return nil }
        return Raster(
            bounds: bounds, pixels: base.assumingMemoryBound(to: SIMD4<Float>.self), stride: bytesPerRow / pixel,
            keeping: backing)
    }

    /// Unpacks the pixels that `raster` and this view have in common into `raster`.
    package func unpack(into raster: Raster) {
        let part = bounds.intersection(raster.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            format.unpack(pixel(part.x, y), count: part.width, into: raster.row(y) + (part.x - raster.bounds.x))
        }
    }

    /// Packs the pixels that `raster` and this view have in common into this view.
    package func pack(_ raster: Raster) {
        let part = bounds.intersection(raster.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            pack(raster.row(y) + (part.x - raster.bounds.x), count: part.width, x: part.x, y)
        }
    }

    /// Packs pixels into a row of this view, from column `x` on.
    package func pack(_ pixels: UnsafePointer<SIMD4<Float>>, count: Int, x: Int, _ y: Int) {
        if format.isPlanar {
            for channel in 0..<format.layout.channelCount {
                let target = plane(channel, x, y).assumingMemoryBound(to: Float.self)
                for index in 0..<count { target[index] = pixels[index][channel] }
            }
        } else {
            format.pack(pixels, count: count, into: pixel(x, y))
        }
    }

    /// Returns the address of a channel of the pixel (x, y), which must lie in `bounds`, in a planar format. In other
    /// formats, channel 0 is the pixel.
    package func plane(_ channel: Int, _ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        pixel(x, y) + channel * (bytesPerRow / format.layout.channelCount)
    }
}
