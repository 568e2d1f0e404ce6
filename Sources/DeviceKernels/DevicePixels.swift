import Pixels

/// A rectangle of pixels in a device's memory: what `PixelView` is for memory of the process.
///
/// The value doesn't keep the memory alive.
package struct DevicePixels: Sendable, Hashable {
    /// The rectangle of the pixels in working space. The origin is bottom left.
    package var bounds: PixelRect
    /// Format of the pixels. Never planar.
    package var format: PixelFormat
    /// The device's address of the lower left pixel, a multiple of `format.deviceAlignment`.
    package var address: UInt64
    /// Distance in bytes from a row to the row above it, a multiple of `format.deviceAlignment`. Negative if rows are
    /// stored from the top down.
    package var bytesPerRow: Int

    /// Creates a description of pixels.
    package init(bounds: PixelRect, format: PixelFormat, address: UInt64, bytesPerRow: Int) {
        (self.bounds, self.format, self.address, self.bytesPerRow) = (bounds, format, address, bytesPerRow)
    }

    /// Returns the address of the pixel (x, y), which must lie in `bounds`.
    package func address(_ x: Int, _ y: Int) -> UInt64 {
        let offset = (y - bounds.y) * bytesPerRow + (x - bounds.x) * format.pixelStride
        return address &+ UInt64(bitPattern: Int64(offset))
    }
}

extension PixelFormat {
    /// The alignment of pixels in a device's memory, in bytes: the size of a pixel that is loaded at once, or else that
    /// of a component.
    package var deviceAlignment: Int {
        pixelStride.nonzeroBitCount == 1 ? pixelStride : component.byteCount
    }
}
