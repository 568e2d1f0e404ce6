import Foundation

/// A source of pixels in memory, with rows from the top down. Thread-safe, because the bytes never change.
package final class BitmapSource: PixelSource {
    /// Width in pixels.
    package let width: Int
    /// Height in pixels.
    package let height: Int
    /// Colour space of the values; nil means unmanaged.
    package let colorSpace: CGColorSpace?
    /// Alpha convention of the values.
    package let alphaState: AlphaState
    /// Format of the pixels.
    package let format: PixelFormat
    private let data: Data
    private let bytesPerRow: Int

    /// Creates a source from `data`, whose first byte belongs to the top left pixel.
    ///
    /// `alphaState` is ignored for formats without alpha, which are opaque.
    /// - Throws: `BitmapError` if the size is not positive, or there are too few bytes.
    package init(
        data: Data, bytesPerRow: Int, width: Int, height: Int, format: PixelFormat, colorSpace: CGColorSpace?,
        alphaState: AlphaState = .premultiplied
    ) throws(BitmapError) {
        try BitmapError.check(
            width: width, height: height, bytesPerRow: bytesPerRow, bytesPerPixel: format.bytesPerPixel,
            available: data.count)
        (self.data, self.bytesPerRow, self.width, self.height) = (data, bytesPerRow, width, height)
        (self.format, self.colorSpace) = (format, colorSpace)
        self.alphaState = format.hasAlpha ? alphaState : .opaque
    }

    /// The format, or one without alpha if alpha exists but is ignored.
    package var storedFormat: PixelFormat? { format.withoutIgnoredAlpha(alphaState) }

    /// The pixels' bytes without gaps between rows, from the top down.
    package var packedPixels: Data {
        let rowLength = width * format.bytesPerPixel
        if bytesPerRow == rowLength { return data.prefix(rowLength * height) }
        var packed = Data(capacity: rowLength * height)
        for row in 0..<height {
            let start = data.startIndex + row * bytesPerRow
            packed.append(data[start..<start + rowLength])
        }
        return packed
    }

    /// The bytes of the source. Nil for a few pixels, whose bytes may move, and if alpha must be replaced by 1.
    package var storage: PixelView? {
        // `read` replaces alpha that is ignored, so the stored pixels can't be used.
        guard data.count >= Self.smallestStable, !format.ignoresAlpha(alphaState) else { return nil }
        // This is safe because nothing writes through the view, which keeps this source and therefore its bytes alive.
        let start = data.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
        guard let start else { return nil }
        return PixelView(
            topLeft: start, bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: format,
            bytesPerRow: bytesPerRow, keeping: self)
    }

    // The bytes of shorter data may be inside the `Data` value itself.
    private static let smallestStable = 64

    /// Fills `raster` from the rows it covers.
    package func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in area.y..<area.maxY {
                let row = base + (height - 1 - y) * bytesPerRow + area.x * format.bytesPerPixel
                let out = raster.row(y) + (area.x - raster.bounds.x)
                format.unpack(row, count: area.width, into: out, alphaState)
            }
        }
    }
}
