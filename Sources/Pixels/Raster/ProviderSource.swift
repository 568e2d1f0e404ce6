import Foundation

/// A source whose pixels are provided by a closure, region by region, when they are needed.
///
/// The closure may be called from several threads at the same time.
package final class ProviderSource: PixelSource {
    /// Fills `buffer` (rows from the top down, `bytesPerRow` apart) with the pixels of `region`, whose origin is the
    /// top left corner of the image.
    package typealias Provide =
        @Sendable (
            _ region: PixelRect, _ buffer: UnsafeMutableRawPointer, _ bytesPerRow: Int
        ) throws -> Void

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
    private let provide: Provide

    /// Creates a source that calls `provide` only for the regions it needs.
    ///
    /// - Throws: `BitmapError` if the size is not positive.
    package init(
        width: Int, height: Int, format: PixelFormat, colorSpace: CGColorSpace?,
        alphaState: AlphaState = .premultiplied, provide: @escaping Provide
    ) throws(BitmapError) {
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
            throw .invalidSize(width: width, height: height)
        }
        (self.width, self.height, self.format, self.colorSpace) = (width, height, format, colorSpace)
        self.alphaState = format.hasAlpha ? alphaState : .opaque
        self.provide = provide
    }

    /// The format, or one without alpha if alpha exists but is ignored.
    package var storedFormat: PixelFormat? { format.withoutIgnoredAlpha(alphaState) }

    /// Fills `raster` by calling the closure for exactly the pixels in its bounds.
    package func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let bytesPerRow = area.width * format.bytesPerPixel
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * area.height, alignment: 16)
        defer { buffer.deallocate() }
        // The closure may fill only a part of the buffer. The rest must be transparent, not old memory.
        buffer.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * area.height)
        let top = height - area.maxY
        try provide(PixelRect(x: area.x, y: top, width: area.width, height: area.height), buffer, bytesPerRow)
        for y in area.y..<area.maxY {
            let out = raster.row(y) + (area.x - raster.bounds.x)
            format.unpack(buffer + (area.maxY - 1 - y) * bytesPerRow, count: area.width, into: out, alphaState)
        }
    }
}
