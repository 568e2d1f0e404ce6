import Pixels

extension CVBuffer {
    /// Returns the pixels of a format that isn't planar, as a view that keeps the buffer alive. Nil for YCbCr, and for
    /// formats whose bytes have to be reordered.
    package var pixelView: PixelView? {
        guard format.reordering == nil else { return nil }
        return format.pixels.map { view(as: $0) }
    }

    /// Returns the first plane as pixels of a format with as many bytes a pixel.
    package func view(as pixels: PixelFormat) -> PixelView {
        PixelView(
            topLeft: planes[0].address, bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: pixels,
            bytesPerRow: planes[0].bytesPerRow, keeping: self)
    }
}
