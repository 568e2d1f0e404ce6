/// A rectangle of RGBA float pixels, which every back end reads and writes.
///
/// Rows run upwards: the first row in memory is the lowest one (`bounds.y`), because the origin of working space is
/// bottom left. Colours are premultiplied and in the context's working space, unless stated otherwise where a raster is
/// used.
///
/// A raster is a reference to its pixels: copies and windows share them, and keep them alive.
///
/// Thread safety: before a raster is shared, one owner writes it, in disjoint tiles; afterwards it is only read.
package struct Raster: @unchecked Sendable {
    /// The rectangle of the pixels in working space.
    package let bounds: PixelRect
    /// Address of the first pixel of the lowest row.
    package let pixels: UnsafeMutablePointer<SIMD4<Float>>
    /// Distance in pixels from one row to the next.
    package let stride: Int
    let backing: AnyObject?

    /// Creates a raster of transparent black with newly allocated storage.
    package init(bounds: PixelRect) {
        let storage = RasterStorage(capacity: bounds.area)
        self.init(bounds: bounds, pixels: storage.pixels, stride: bounds.width, keeping: storage)
    }

    /// Creates a raster over storage that `backing` keeps alive, for scratch memory and windows into other rasters.
    package init(
        bounds: PixelRect, pixels: UnsafeMutablePointer<SIMD4<Float>>, stride: Int, keeping backing: AnyObject?
    ) {
        (self.bounds, self.pixels, self.stride, self.backing) = (bounds, pixels, stride, backing)
    }

    /// Returns the address of the row at height `y`, at the left edge of `bounds`.
    @inlinable
    package func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { pixels + (y - bounds.y) * stride }

    /// The pixel at (x, y), transparent black outside `bounds`.
    @inlinable
    package subscript(x: Int, y: Int) -> SIMD4<Float> {
        get {
            guard x >= bounds.x, y >= bounds.y, x < bounds.maxX, y < bounds.maxY else { return .zero }
            return row(y)[x - bounds.x]
        }
        nonmutating set {
            precondition(
                x >= bounds.x && y >= bounds.y && x < bounds.maxX && y < bounds.maxY, "pixel outside the raster")
            row(y)[x - bounds.x] = newValue
        }
    }

    /// Returns a raster of the pixels in `region` that shares this one's storage.
    package func window(_ region: PixelRect) -> Raster {
        let part = region.intersection(bounds)
        guard !part.isEmpty else { return Raster(bounds: .empty) }
        return Raster(bounds: part, pixels: row(part.y) + (part.x - bounds.x), stride: stride, keeping: backing)
    }

    /// Returns a raster of the same pixels, moved by (`dx`, `dy`).
    package func moved(dx: Int, dy: Int) -> Raster {
        let place = PixelRect(x: bounds.x + dx, y: bounds.y + dy, width: bounds.width, height: bounds.height)
        return Raster(bounds: place, pixels: pixels, stride: stride, keeping: backing)
    }

    /// The pixels as a view of format `RGBAf`.
    package var view: PixelView {
        PixelView(
            bounds: bounds, format: .RGBAf, base: UnsafeMutableRawPointer(pixels),
            bytesPerRow: stride * MemoryLayout<SIMD4<Float>>.stride, keeping: backing)
    }

    /// Sets every pixel of `region` to `value`.
    package func fill(_ region: PixelRect, with value: SIMD4<Float>) {
        let part = region.intersection(bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            (row(y) + (part.x - bounds.x)).update(repeating: value, count: part.width)
        }
    }

    /// Copies the pixels that both rasters have in common.
    package func copy(from source: Raster) {
        let part = bounds.intersection(source.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            (row(y) + (part.x - bounds.x)).update(from: source.row(y) + (part.x - source.bounds.x), count: part.width)
        }
    }
}

/// Memory that is owned by one raster and its copies.
private final class RasterStorage {
    let pixels: UnsafeMutablePointer<SIMD4<Float>>

    init(capacity: Int) {
        pixels = .allocate(capacity: max(1, capacity))
        pixels.initialize(repeating: .zero, count: max(1, capacity))
    }

    deinit { pixels.deallocate() }
}
