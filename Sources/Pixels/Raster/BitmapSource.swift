import Foundation

/// Pixels in memory, rows from the top down. Thread-safe, as the bytes never change.
public final class BitmapSource: PixelSource {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Space of the values; nil means unmanaged.
    public let colorSpace: CGColorSpace?
    /// Alpha convention of the values.
    public let alphaState: AlphaState
    /// How a pixel is stored.
    public let format: PixelFormat
    private let data: Data
    private let bytesPerRow: Int

    /// A source over `data`, whose first byte is the top left pixel's.
    ///
    /// `alphaState` matters for formats with alpha only; others are opaque.
    /// - Throws: `BitmapError` when the size is not positive or the bytes are too few.
    public init(
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

    /// The format; where alpha is there but counts as opaque, one without.
    public var storedFormat: PixelFormat? {
        alphaState == .opaque && format.hasAlpha ? PixelFormat(.rgb, format.component) : format
    }

    /// The pixels' bytes without gaps between rows, from the top down.
    public var packedPixels: Data {
        let rowLength = width * format.bytesPerPixel
        if bytesPerRow == rowLength { return data.prefix(rowLength * height) }
        var packed = Data(capacity: rowLength * height)
        for row in 0..<height {
            let start = data.startIndex + row * bytesPerRow
            packed.append(data[start..<start + rowLength])
        }
        return packed
    }

    /// The bytes themselves; nil for a few pixels, whose bytes may move.
    public var storage: PixelView? {
        // Alpha that is there but counts as opaque is not what `read` delivers.
        guard data.count >= Self.smallestStable, !(alphaState == .opaque && format.hasAlpha) else { return nil }
        // Nothing writes through the view, and it keeps this source and so the bytes alive.
        let start = data.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
        guard let start else { return nil }
        return PixelView(
            topLeft: start, bounds: PixelRect(x: 0, y: 0, width: width, height: height), format: format,
            bytesPerRow: bytesPerRow, keeping: self)
    }

    // Shorter data lies inside the `Data` value itself.
    private static let smallestStable = 64

    /// Fills `raster` from the rows it covers.
    public func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in area.y..<area.maxY {
                let row = base + (height - 1 - y) * bytesPerRow + area.x * format.bytesPerPixel
                let out = raster.row(y) + (area.x - raster.bounds.x)
                format.unpack(row, count: area.width, into: out)
                if alphaState == .opaque, format.hasAlpha { for i in 0..<area.width { out[i].w = 1 } }
            }
        }
    }
}
